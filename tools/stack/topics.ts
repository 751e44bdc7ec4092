import { readFile } from 'node:fs/promises';

import { readConfiguration, topicsWith } from '#libs/contracts';
import { kafkaTopicAdmin } from '#libs/event-flow';

import { StackError } from './stack-settings.js';

/** Makes the topics of the table and of the configured channels; those that are there stay as they are. */
export async function ensureTopicsOf(brokers: readonly string[], configurationFile: string): Promise<void> {
  const wanted = topicsWith(await channelsOf(configurationFile));
  const admin = await kafkaTopicAdmin({ brokers, clientId: 'imprimatur-topics', createTopics: true });
  try {
    await admin.ensureTopics(wanted);
  } finally {
    await admin.close();
  }
}

async function channelsOf(file: string): Promise<string[]> {
  const value: unknown = JSON.parse(await readFile(file, 'utf8'));
  const read = readConfiguration(value);
  if (!read.ok) throw new StackError(`${file}: ${read.failure.pointer || 'the document'} ${read.failure.says}`);
  return read.value.channels.map(({ id }) => id);
}
