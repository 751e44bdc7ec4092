import { type Topic, topicsWith } from '#libs/contracts';
import { kafkaTopicAdmin } from '#libs/event-flow';

/** Makes the topics of the table and of these channels; those that are there stay as they are. */
export async function ensureTopics(brokers: readonly string[], channels: readonly string[]): Promise<Topic[]> {
  const wanted = topicsWith(channels);
  const admin = await kafkaTopicAdmin({ brokers, clientId: 'imprimatur-topics', createTopics: true });
  try {
    await admin.ensureTopics(wanted);
  } finally {
    await admin.close();
  }
  return wanted;
}
