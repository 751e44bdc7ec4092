import { type KafkaSettings } from '../event-flow.port.js';
import { kafkaClient } from './client.js';
import { kafkaFailure } from './kafka-failure.js';

/**
 * The offset after the last record of a topic of one partition; undefined where there is no such topic.
 * @throws OutageError when the broker is away
 */
export async function kafkaTopicEnd(settings: KafkaSettings, topic: string): Promise<bigint | undefined> {
  const admin = kafkaClient(settings).admin();
  try {
    await admin.connect();
    if (!(await admin.listTopics()).includes(topic)) return undefined;
    const [end] = await admin.fetchTopicOffsets(topic);
    return end && BigInt(end.high);
  } catch (error) {
    throw kafkaFailure(error);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
