import { Command } from 'commander';

import { tableOf } from '../bench/load/table.js';
import { runSoak } from '../bench/soak/run.js';
import { onInterruption } from './stack/interruption.js';
import { brokersAndDatabase } from './stack/stack-settings.js';

const help = `
A saturation run finds the peak; then questions arrive at half of it, at a constant rate whatever the house does.
Memory is VmRSS of /proc/<pid>/status each second, compared as means of the second and the last third of the soak; lag
and how long the event loop was held come from the services' metrics every 5 s; sizes are PostgreSQL's own and the
broker's files. Exit code 0 when every aim is met, 1 when one is missed.`;

/** `npm run soak -- [--json] [--minutes 15]`: prints one JSON object, or a table of the aims. */
export async function main(argv: readonly string[]): Promise<void> {
  const command = new Command('soak')
    .option('--json', 'print one JSON object', false)
    .option('--minutes <minutes>', 'how long, after the saturation run', '15')
    .option('--peak-questions <count>', 'questions of the saturation run', '3000')
    .option('--question-bytes <bytes>', 'size of a question, at most 250000', '2000')
    .option('--delay-ms <ms>', "milliseconds before the provider's first byte", '200')
    .option('--slots <count>', 'provider calls at once, at most 1000', '100')
    .addHelpText('after', help)
    .parse([...argv], { from: 'user' });
  const given = command.opts<Record<string, string> & { json: boolean }>();
  const say = (line: string): void => void process.stderr.write(`- ${line}\n`);
  const number = (name: string): number => Number(given[name]);
  const report = await runSoak({
    minutes: number('minutes'),
    peakQuestions: number('peakQuestions'),
    questionBytes: number('questionBytes'),
    delayMs: number('delayMs'),
    slots: number('slots'),
    ...{ say, signal: onInterruption(say), at: brokersAndDatabase(process.env) },
  });
  process.stdout.write(given.json ? `${JSON.stringify(report)}\n` : tableOf(report.aims));
  process.exitCode = report.ok ? 0 : 1;
}
