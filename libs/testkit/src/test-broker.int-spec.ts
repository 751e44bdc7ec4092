import { Kafka, logLevel } from 'kafkajs';

import { resetBroker, testBroker, type TestBroker } from './test-broker.js';

const topics = ['testkit.ours.v1', 'testkit.absent.v1'];
const other = 'testkit.other.v1';

describe('testBroker', () => {
  let broker: TestBroker;

  beforeAll(async () => {
    broker = await testBroker([...topics, other]);
  });

  afterAll(() => broker.stop());

  it('given topics of ours and another, when reset, then ours alone are gone and can be made again at once', async () => {
    const admin = new Kafka({ brokers: broker.brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const make = (topic: string) => admin.createTopics({ topics: [{ topic, numPartitions: 1, replicationFactor: 1 }] });
    await make('testkit.ours.v1');
    await make(other);
    await resetBroker(broker.brokers, topics);
    expect(await admin.listTopics()).toEqual(expect.arrayContaining([other]));
    expect(await admin.listTopics()).not.toContain('testkit.ours.v1');
    expect(await make('testkit.ours.v1')).toBe(true);
    await resetBroker(broker.brokers, [...topics, other]);
    await admin.disconnect();
  });
});
