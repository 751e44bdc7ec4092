import { channelTopic, deadLetterTopicName, type Service, topics } from '#libs/contracts';

/** Every topic that the service reads or writes: all must exist before it starts. */
export function neededTopics(service: Service, subscribed: readonly string[], channels: readonly string[]): string[] {
  const written = topics.filter(({ producers }) => producers.some((producer) => producer === service));
  const client = service === 'delivery' ? channels.map((channel) => channelTopic(channel).name) : [];
  return [...new Set([...subscribed, ...written.map(({ name }) => name), ...client, deadLetterTopicName(service)])];
}
