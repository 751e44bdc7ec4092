import { setMaxListeners } from 'node:events';
import { parseArgs } from 'node:util';

import { onInterruption } from '../../tools/stack/interruption.js';
import { type BrokerKind, type FaultReport, type Skipped } from './report.js';
import { runAll } from './run/run-all.js';
import { scenarios, shortForm } from './scenarios/all.js';

const usage =
  'usage: npm run faults -- [--scenario <name|all>] [--questions <n>] [--seed <n>] [--broker embedded|apache] [--json]';

/**
 * `npm run faults`: breaks the house in the ways of the scenarios while questions flow, and counts from outside what
 * became of them. One line a scenario, as it is finished. Exit code 0 when everything that ran kept every promise.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const options = readOptions(argv);
  if (options === undefined) {
    process.stderr.write(`${usage}\nscenarios: ${scenarios.map(({ name }) => name).join(', ')}\n`);
    process.exitCode = 64;
    return;
  }
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const signal = onInterruption(say);
  // Everything that waits listens to it.
  setMaxListeners(0, signal);
  const print = options.json ? printJson : printLine;
  try {
    const passed = await runAll(options, { print, say, signal });
    process.exitCode = passed ? 0 : 1;
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = 130;
  }
}

interface Options {
  readonly names: readonly string[];
  readonly questions: number;
  readonly seed: number;
  readonly broker: BrokerKind;
  readonly json: boolean;
}

function readOptions(argv: readonly string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        scenario: { type: 'string' },
        questions: { type: 'string' },
        seed: { type: 'string', default: '1' },
        broker: { type: 'string', default: 'embedded' },
        json: { type: 'boolean', default: false },
      },
    });
    const { scenario, seed, broker, json } = values;
    const questions = Number(values.questions ?? (scenario === undefined ? Math.ceil(1000 / shortForm.length) : 2000));
    const names = namesOf(scenario);
    const numbers = [questions, Number(seed)].every((number) => Number.isSafeInteger(number) && number > 0);
    if (names === undefined || !numbers || (broker !== 'embedded' && broker !== 'apache')) return undefined;
    return { names, questions, seed: Number(seed), broker, json };
  } catch {
    return undefined;
  }
}

function namesOf(scenario: string | undefined): readonly string[] | undefined {
  if (scenario === undefined) return shortForm;
  if (scenario === 'all') return scenarios.map(({ name }) => name);
  const wanted = scenario.split(',');
  return wanted.every((name) => scenarios.some((known) => known.name === name)) ? wanted : undefined;
}

function printJson(report: FaultReport | Skipped): void {
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

function printLine(report: FaultReport | Skipped, broken: readonly string[]): void {
  process.stdout.write(`${'skipped' in report ? `skipped: ${report.skipped}` : lineOf(report, broken)}\n`);
}

function lineOf(report: FaultReport, broken: readonly string[]): string {
  const { scenario, questions, completed, inFlightAtKill, duplicates, deadLetters, recoverMs } = report;
  const failed = Object.entries(report.failedByCode).map(([code, count]) => `${count} ${code}`);
  return [
    `${broken.length === 0 ? 'passed' : 'FAILED'}  ${scenario.padEnd(26)}`,
    `${completed} of ${questions} completed${failed.length > 0 ? ` (${failed.join(', ')})` : ''}`,
    `${inFlightAtKill} in flight at the fault`,
    ...(['lost', 'conflicting', 'leaked', 'paidTwice'] as const).map((name) => `${name} ${report[name]}`),
    `${duplicates} duplicates, ${deadLetters} dead letters`,
    recoverMs === null ? 'no recovery to measure' : `recovered in ${recoverMs} ms`,
  ].join(' · ');
}
