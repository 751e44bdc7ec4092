import { freePort } from '#libs/testkit';

import { kafkaPublisher, kafkaReadAll, type KafkaSettings, kafkaTail, kafkaTopicAdmin, OutageError } from '../index.js';
import { record, smallTopic } from './conformance-house-spec.js';

jest.setTimeout(60_000);

describe('nobody listens', () => {
  let away: KafkaSettings;
  beforeEach(async () => {
    away = { brokers: [`127.0.0.1:${await freePort()}`], clientId: 'imprimatur-conformance', createTopics: false };
  });

  const publish = async () => {
    const publisher = kafkaPublisher(away);
    await publisher.publish([record(smallTopic, 'key', 'value')]).finally(() => publisher.close());
  };

  it.each<[string, () => Promise<unknown>]>([
    ['the admin', () => kafkaTopicAdmin(away)],
    ['a publisher', publish],
    ['a tail', () => kafkaTail(away, [smallTopic], () => undefined)],
    ['reading all', () => kafkaReadAll(away, [smallTopic])],
  ])('given %s, then it is an outage with a code, and no word of the library', async (_name, work) => {
    const failure = await work().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OutageError);
    expect(failure).toMatchObject({ code: 'kafka.away' });
    expect((failure as OutageError).message).toMatch(/^kafka\.away( \([A-Za-z_]+\))?$/);
  });
});
