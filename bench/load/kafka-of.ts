import { type KafkaSettings } from '#libs/event-flow';

export const kafkaOf = (brokers: readonly string[]): KafkaSettings => ({
  brokers,
  clientId: 'imprimatur-bench',
  createTopics: false,
});
