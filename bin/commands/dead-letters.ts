import { type Command } from 'commander';

import { type DeadLetter, deadLetterTopicName, type IncomingRecord, readDeadLetter, services } from '#libs/contracts';
import { kafkaReadAll } from '#libs/event-flow';

import { CommandError, commandKafka, print, readCommandSettings } from '../settings.js';
import { addReplay } from './replay-dead-letter.js';

interface Kept {
  /** `generation/3/17`: service, partition and offset of the dead letter itself. */
  readonly id: string;
  readonly letter: DeadLetter;
}

export function addDeadLetters(program: Command): void {
  const command = program.command('dlq').description('what the services could not handle');
  command.command('list').description('every dead letter: where from, when, and its code').action(list);
  command
    .command('show')
    .argument('<id>', 'as printed by list: service/partition/offset')
    .option('--content', "print the record's key, headers and bytes too", false)
    .description('one dead letter, whole')
    .action(show);
  addReplay(command);
}

async function list(): Promise<void> {
  const kept = await readAll();
  if (kept.length === 0) print('no dead letters');
  for (const { id, letter } of kept) {
    const { code, pointer, topic, partition, offset, firstFailure } = letter.origin;
    print(
      `${id.padEnd(22)}${firstFailure}  ${code.padEnd(26)}${topic} ${partition}/${offset} ${pointer ?? ''}`.trimEnd(),
    );
  }
}

async function show(id: string, options: { content: boolean }): Promise<void> {
  const found = (await readAll()).find((kept) => kept.id === id);
  if (!found) throw new CommandError(`There is no dead letter ${id}; "imprimatur dlq list" names them.`);
  const { origin, record } = found.letter;
  print(JSON.stringify({ id, ...origin, bytes: record.value?.length ?? 0 }, null, 2));
  if (!options.content) return;
  print(`key: ${record.key?.toString() ?? '(none)'}`);
  for (const [name, value] of record.headers) print(`${name}: ${value?.toString() ?? ''}`);
  print(record.value?.toString() ?? '(no value)');
}

async function readAll(): Promise<Kept[]> {
  const kafka = await commandKafka('dlq', readCommandSettings());
  const topics = services.map((service) => deadLetterTopicName(service));
  const records = await kafkaReadAll(kafka, topics);
  return records
    .flatMap((record) => keptOf(record))
    .sort((a, b) => (a.letter.origin.firstFailure < b.letter.origin.firstFailure ? -1 : 1));
}

function keptOf(record: IncomingRecord): Kept[] {
  const letter = readDeadLetter(record);
  return letter ? [{ id: `${letter.origin.service}/${record.partition}/${record.offset}`, letter }] : [];
}
