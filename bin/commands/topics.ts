import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Command } from 'commander';

import { readConfiguration } from '#libs/contracts';

import { ensureTopics } from '../ensure-topics.js';
import { CommandError, print, readCommandSettings } from '../settings.js';

export function addTopics(program: Command): void {
  const command = program.command('topics').description('the topics of the product');
  command
    .command('apply')
    .description('make the topics of the table and of the configured channels; existing ones stay')
    .option('--configuration <file>', 'the configuration that names the channels')
    .action(apply);
}

async function apply(options: { configuration?: string }): Promise<void> {
  const settings = readCommandSettings();
  const file = options.configuration ?? join(settings.dataDir, 'configuration.json');
  const made = await ensureTopics(settings.brokers, channelsIn(file));
  for (const { name, partitions } of made) print(`${name.padEnd(34)}${partitions} partitions`);
}

function channelsIn(file: string): string[] {
  if (!existsSync(file)) throw new CommandError(`${file} is not there: name the configuration with --configuration.`);
  const read = readConfiguration(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.ok) throw new CommandError(`${file}: ${read.failure.pointer || '/'} ${read.failure.says}`);
  return read.value.channels.map(({ id }) => id);
}
