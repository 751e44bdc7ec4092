import { randomUUID } from 'node:crypto';

import { type Consumer } from 'kafkajs';

import { type IncomingRecord, type RecordPlace, type Service } from '#libs/contracts';

import { consumerGroup } from '../consumer-group.js';
import { type KafkaSettings } from '../event-flow.port.js';
import { OutageError } from '../failures/failures.js';
import { kafkaClient } from './client.js';
import { kafkaFailure } from './kafka-failure.js';
import { toIncoming } from './records.js';

export interface TopicPlace extends RecordPlace {
  readonly topic: string;
}

/** Joining a new group takes some seconds on Apache Kafka. */
const patienceMs = 20_000;

/**
 * The record at one place, read by a group of its own below the service's prefix, which commits nothing; undefined
 * where no such record lies: never written, or kept no longer.
 * @throws OutageError when the broker is away
 */
export async function kafkaReadOne(
  settings: KafkaSettings,
  service: Service,
  place: TopicPlace,
): Promise<IncomingRecord | undefined> {
  try {
    if (!(await isKept(settings, place))) return undefined;
    const groupId = consumerGroup(service, `reader.${randomUUID()}`);
    const consumer = kafkaClient(settings).consumer({ groupId, maxWaitTimeInMs: 300, allowAutoTopicCreation: false });
    try {
      return await recordAt(consumer, place);
    } finally {
      await consumer.disconnect().catch(() => undefined);
    }
  } catch (error) {
    throw kafkaFailure(error);
  }
}

async function isKept(settings: KafkaSettings, { topic, partition, offset }: TopicPlace): Promise<boolean> {
  const admin = kafkaClient(settings).admin();
  try {
    await admin.connect();
    const ends = (await admin.fetchTopicOffsets(topic)).find((one) => one.partition === partition);
    return ends !== undefined && BigInt(offset) >= BigInt(ends.low) && BigInt(offset) < BigInt(ends.high);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** The first record from the offset on; it has another offset where a compaction took the one that is looked for. */
async function recordAt(consumer: Consumer, place: TopicPlace): Promise<IncomingRecord | undefined> {
  const { topic, partition, offset } = place;
  await consumer.connect();
  await consumer.subscribe({ topic });
  const found = new Promise<IncomingRecord | undefined>((resolve, reject) => {
    setTimeout(() => reject(new OutageError('kafka.away')), patienceMs).unref();
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    const eachMessage: NonNullable<Parameters<Consumer['run']>[0]>['eachMessage'] = async (one) => {
      if (one.partition !== partition || BigInt(one.message.offset) < BigInt(offset)) return;
      resolve(one.message.offset === offset ? toIncoming(topic, partition, one.message) : undefined);
    };
    consumer.run({ autoCommit: false, eachMessage }).catch(reject);
  });
  consumer.seek({ topic, partition, offset });
  return found;
}
