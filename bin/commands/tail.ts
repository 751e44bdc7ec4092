import { type Command } from 'commander';

import { type IncomingRecord, topicNamed } from '#libs/contracts';
import { kafkaTail } from '#libs/event-flow';

import { CommandError, commandKafka, print, readCommandSettings } from '../settings.js';

export function addTail(program: Command): void {
  program
    .command('tail')
    .argument('<topic>')
    .description('follow a topic: ids, types and sizes; Ctrl-C ends it')
    .option('--from-beginning', 'start with the oldest record', false)
    .option(
      '--content',
      'print the values too: they hold questions and answers; the broker decides who may read them',
      false,
    )
    .action(tail);
}

async function tail(topic: string, options: { fromBeginning: boolean; content: boolean }): Promise<void> {
  if (topicNamed(topic) === undefined) throw new CommandError(`${topic} is not a topic of the product.`);
  const kafka = await commandKafka('tail', readCommandSettings());
  const show = (record: IncomingRecord) => {
    print(describe(record));
    if (options.content) print(record.value?.toString() ?? '(no value)');
  };
  const following = await kafkaTail(kafka, [topic], show, { fromBeginning: options.fromBeginning });
  await new Promise<void>((resolve) => process.once('SIGINT', resolve));
  await following.stop();
}

/** Ids and names alone: what does not look like one may be content, and is not shown. */
function describe(record: IncomingRecord): string {
  const plain = (text: string | undefined) => (text !== undefined && /^[\w.:/-]{1,120}$/.test(text) ? text : '-');
  const header = (name: string) => plain(record.headers.find(([found]) => found === name)?.[1]?.toString());
  const place = `${record.partition}/${record.offset}`.padEnd(10);
  const time = new Date(Number(record.timestamp)).toISOString();
  return `${place}${time}  ${header('ce_type').padEnd(30)}${plain(record.key?.toString())}  ${record.value?.length ?? 0} bytes  ${header('ce_id')}`;
}
