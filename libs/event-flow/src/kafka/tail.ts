import { randomUUID } from 'node:crypto';

import { type IncomingRecord, tailGroupPrefix } from '#libs/contracts';

import { type KafkaSettings } from '../event-flow.port.js';
import { kafkaClient } from './client.js';
import { kafkaFailure } from './kafka-failure.js';
import { toIncoming } from './records.js';

export interface Tail {
  stop(): Promise<void>;
}

/**
 * Follows topics without leaving a trace: a group of its own, nothing committed.
 * Resolves when every record from now on (or from the beginning) is going to be seen.
 * @throws OutageError when the broker is away or a topic is missing
 */
export async function kafkaTail(
  settings: KafkaSettings,
  topics: readonly string[],
  onRecord: (record: IncomingRecord) => void,
  { fromBeginning = false }: { fromBeginning?: boolean } = {},
): Promise<Tail> {
  const groupId = tailGroupPrefix + randomUUID();
  const consumer = kafkaClient(settings).consumer({ groupId, maxWaitTimeInMs: 300, allowAutoTopicCreation: false });
  const stop = () => consumer.disconnect().catch(() => undefined);
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning });
    const fetching = new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.FETCH, () => resolve());
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ topic, partition, message }) => onRecord(toIncoming(topic, partition, message)),
    });
    await fetching;
    return { stop };
  } catch (error) {
    await stop();
    throw kafkaFailure(error);
  }
}
