import { aclsOf, type Connected, isOfTheHouse, type Topic, topicsWith } from '#libs/contracts';
import { type AclChange, applyAcls, type KafkaSettings, kafkaTopicAdmin } from '#libs/event-flow';

export interface Applied {
  /** null where the broker has no authoriser. */
  readonly acls: AclChange | null;
  /** Every topic of the house, made now or there before. */
  readonly topics: readonly Topic[];
}

/**
 * Makes the access rules, then the topics: the operator sees and makes a new topic by a rule that it gave itself.
 * Topics that are there stay as they are.
 * @throws OutageError when the broker is away, or the login may not do this
 */
export async function applyTopics(kafka: KafkaSettings, connected: Connected): Promise<Applied> {
  const acls = await applyAcls(kafka, aclsOf(connected), isOfTheHouse);
  const topics = topicsWith(connected.channels);
  const admin = await kafkaTopicAdmin(kafka);
  try {
    await admin.ensureTopics(topics);
  } finally {
    await admin.close();
  }
  return { acls, topics };
}
