import { type Command } from 'commander';

import { connectedTo } from '#libs/contracts';
import { type AclChange } from '#libs/event-flow';

import { applyTopics } from '../apply-topics.js';
import { configurationFile, readConfigurationFile } from '../configuration-file.js';
import { commandKafka, print, readCommandSettings } from '../settings.js';

export function addTopics(program: Command): void {
  const command = program.command('topics').description('the topics of the product');
  command
    .command('apply')
    .description(
      'make the topics of the table and of the configured channels, and the access rules where the broker has an authoriser; existing topics stay, stale rules of our principals go',
    )
    .option('--configuration <file>', 'the configuration that names the channels')
    .action(apply);
}

async function apply(options: { configuration?: string }): Promise<void> {
  const settings = readCommandSettings();
  const connected = connectedTo(readConfigurationFile(configurationFile(options.configuration)));
  const { acls, topics } = await applyTopics(await commandKafka('topics', settings), connected);
  printAcls(acls);
  for (const { name, partitions } of topics) print(`${name.padEnd(34)}${partitions} partitions`);
}

function printAcls(change: AclChange | null): void {
  if (change === null) {
    return print('The broker has no authoriser: whoever reaches it may read and write everything.');
  }
  for (const rule of change.added) print(`added    ${rule}`);
  for (const rule of change.removed) print(`removed  ${rule}`);
  if (change.added.length + change.removed.length === 0) print('the access rules are as they should be');
}
