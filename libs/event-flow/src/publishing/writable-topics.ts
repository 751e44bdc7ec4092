import { channelOfTopic, type OutgoingEvent, type Service, topicNamed } from '#libs/contracts';

/** Throws for an event that may not go this way: who emits it has a bug. */
export type AssertWritable = (event: Pick<OutgoingEvent, 'topic'>) => void;

/**
 * A service writes the topics that name it as a producer; a client topic only behind a release guard, and so never
 * directly. The broker's ACLs say the first as well, where it has some.
 */
export function writableTopics(service: Service, way: { readonly guarded: boolean }): AssertWritable {
  return ({ topic }) => {
    const isProducer = topicNamed(topic)?.producers.includes(service) ?? false;
    if (!isProducer) throw new Error(`${service} is no producer of ${topic}`);
    if (channelOfTopic(topic) !== undefined && !way.guarded) throw new Error(`${topic} has no release guard before it`);
  };
}
