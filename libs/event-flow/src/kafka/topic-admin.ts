import { type Admin } from 'kafkajs';

import { maxMessageBytes, type Topic } from '#libs/contracts';

import { type KafkaSettings } from '../event-flow.port.js';
import { type TopicAdmin } from '../ports/topic-admin.port.js';
import { kafkaClient } from './client.js';
import { kafkaFailure } from './kafka-failure.js';

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
    throw kafkaFailure(error);
  }
}

async function missingTopics(admin: Admin, names: readonly string[]): Promise<string[]> {
  const present = new Set(await admin.listTopics());
  return names.filter((name) => !present.has(name));
}

/** Others may do the same at the same time: what is already there when we come is as good. */
async function ensureTopics(admin: Admin, topics: readonly Topic[]): Promise<void> {
  const missing = new Set(
    await missingTopics(
      admin,
      topics.map(({ name }) => name),
    ),
  );
  if (missing.size === 0) return;
  const { brokers } = await admin.describeCluster();
  const wanted = topics.filter(({ name }) => missing.has(name)).map((topic) => topicConfig(topic, brokers.length));
  try {
    await admin.createTopics({ topics: wanted, waitForLeaders: true });
  } catch (error) {
    if ((await missingTopics(admin, [...missing])).length > 0) throw error;
  }
}

function topicConfig(topic: Topic, brokers: number) {
  const config = {
    'cleanup.policy': topic.cleanup,
    'max.message.bytes': String(maxMessageBytes(topic)),
    'retention.ms': String(topic.retentionMs ?? -1),
  };
  return {
    topic: topic.name,
    numPartitions: topic.partitions,
    replicationFactor: Math.min(3, brokers),
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
