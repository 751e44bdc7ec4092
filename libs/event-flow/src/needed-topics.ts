import { deadLetterTopicName, type Service, topics } from '#libs/contracts';

/** Every topic that the service reads or writes, but client topics: all must exist before it starts. */
export function neededTopics(service: Service, subscribed: readonly string[]): string[] {
  const written = topics.filter(({ producers }) => producers.some((producer) => producer === service));
  return [...new Set([...subscribed, ...written.map(({ name }) => name), deadLetterTopicName(service)])];
}
