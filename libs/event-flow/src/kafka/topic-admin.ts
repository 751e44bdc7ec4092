import { setTimeout as pause } from 'node:timers/promises';

import { type Admin } from 'kafkajs';

import { maxMessageBytes, type Topic } from '#libs/contracts';

import { type KafkaSettings } from '../event-flow.port.js';
import { backoffMs } from '../failures/backoff.js';
import { OutageError } from '../failures/failures.js';
import { type TopicAdmin } from '../ports/topic-admin.port.js';
import { kafkaClient } from './client.js';
import { kafkaFailure } from './kafka-failure.js';

/** `default.replication.factor` of the cluster: a count of the brokers alive would make a lasting thing of one that is down. */
const brokerDefault = -1;

/** Rounds of making topics, about ten seconds. */
const mostTries = 12;

/**
 * Topics, lag and the cluster's id, over one connection.
 * @throws OutageError here and in every call, when the broker is away
 */
export async function kafkaTopicAdmin(settings: KafkaSettings): Promise<TopicAdmin> {
  const admin = kafkaClient(settings).admin();
  await rebuilt(() => admin.connect());
  return {
    ensureTopics: (topics) => rebuilt(() => ensureTopics(admin, topics)),
    missingTopics: (names) => rebuilt(() => missingTopics(admin, names)),
    lag: (group, topic) => rebuilt(() => lag(admin, group, topic)),
    clusterId: () => rebuilt(async () => (await admin.describeCluster()).clusterId),
    close: () => admin.disconnect().catch(() => undefined),
  };
}

async function rebuilt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof OutageError ? error : kafkaFailure(error);
  }
}

async function missingTopics(admin: Admin, names: readonly string[]): Promise<string[]> {
  const present = new Set(await admin.listTopics());
  return names.filter((name) => !present.has(name));
}

/**
 * Others may do the same at the same time, a topic of that name may just be going, and a new one is known to the broker
 * some time before its leaders are: so it is looked for, made and looked for again until it can be written to.
 */
async function ensureTopics(admin: Admin, topics: readonly Topic[]): Promise<void> {
  const names = topics.map(({ name }) => name);
  let failure: unknown;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const missing = await missingTopics(admin, names);
    if (missing.length === 0 && (await haveLeaders(admin, names))) return;
    failure = missing.length === 0 ? failure : await failureToCreate(admin, topics, missing);
    await pause(backoffMs(tries, { mostMs: 1_000 }));
  }
  throw failure === undefined ? new OutageError('kafka.away', 'LEADER_NOT_AVAILABLE') : kafkaFailure(failure);
}

async function failureToCreate(admin: Admin, topics: readonly Topic[], missing: readonly string[]): Promise<unknown> {
  try {
    const wanted = topics.filter(({ name }) => missing.includes(name));
    await admin.createTopics({ topics: wanted.map(topicConfig), waitForLeaders: false });
    return undefined;
  } catch (error) {
    return error;
  }
}

async function haveLeaders(admin: Admin, names: string[]): Promise<boolean> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: names });
    return topics.every(({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0));
  } catch {
    return false;
  }
}

function topicConfig(topic: Topic) {
  const config = {
    'cleanup.policy': topic.cleanup,
    // Whatever a producer compresses with, the broker keeps plain records: kafkajs reads gzip alone, and a consumer that
    // meets another codec can never pass it.
    'compression.type': 'uncompressed',
    'max.message.bytes': String(maxMessageBytes(topic)),
    'retention.ms': String(topic.retentionMs ?? -1),
  };
  return {
    topic: topic.name,
    numPartitions: topic.partitions,
    replicationFactor: brokerDefault,
    configEntries: Object.entries(config).map(([name, value]) => ({ name, value })),
  };
}

async function lag(admin: Admin, groupId: string, topic: string): Promise<number> {
  const [ends, [committed]] = await Promise.all([
    admin.fetchTopicOffsets(topic),
    admin.fetchOffsets({ groupId, topics: [topic] }),
  ]);
  const done = new Map(committed?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
  const open = ends.map(({ partition, high, low }) => {
    const from = done.get(partition) ?? -1n;
    return BigInt(high) - (from < BigInt(low) ? BigInt(low) : from);
  });
  return Number(open.reduce((sum, records) => sum + (records > 0n ? records : 0n), 0n));
}
