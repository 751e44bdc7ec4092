import { Command } from 'commander';

import { runBackpressure } from '../bench/backpressure/run.js';
import { tableOf } from '../bench/load/table.js';
import { onInterruption } from './stack/interruption.js';
import { brokersAndDatabase } from './stack/stack-settings.js';

const help = `
All questions are asked at once, with an hour's time and a provider that is slow: the house has to hold what waits.
Peak memory is VmHWM of /proc/<pid>/status; expired sessions are the embedded broker's own count (on a broker of
KAFKA_BROKERS they are not measured); lag is the broker's account of every group; outcomes are read from the client
topic as a bot reads them. Exit code 0 when every aim is met, 1 when one is missed.`;

/** `npm run backpressure -- [--json]`: prints one JSON object, or a table of the aims. */
export async function main(argv: readonly string[]): Promise<void> {
  const command = new Command('backpressure')
    .option('--json', 'print one JSON object', false)
    .option('--questions <count>', 'questions in all', '100000')
    .option('--namespaces <count>', 'namespaces from 1 to 8, which ask unequally: 70, 20, 7 and 3 of 100', '4')
    .option('--question-bytes <bytes>', 'size of a question, at most 250000', '2000')
    .option('--delay-ms <ms>', "milliseconds before the provider's first byte", '1500')
    .option('--slots <count>', 'provider calls at once, at most 1000', '600')
    .option('--window-s <seconds>', 'seconds of one window of the drain', '10')
    .addHelpText('after', help)
    .parse([...argv], { from: 'user' });
  const given = command.opts<Record<string, string> & { json: boolean }>();
  const say = (line: string): void => void process.stderr.write(`- ${line}\n`);
  const number = (name: string): number => Number(given[name]);
  const report = await runBackpressure({
    questions: number('questions'),
    namespaces: number('namespaces'),
    questionBytes: number('questionBytes'),
    delayMs: number('delayMs'),
    slots: number('slots'),
    windowS: number('windowS'),
    ...{ say, signal: onInterruption(say), at: brokersAndDatabase(process.env) },
  });
  process.stdout.write(given.json ? `${JSON.stringify(report)}\n` : tableOf(report.aims));
  process.exitCode = report.ok ? 0 : 1;
}
