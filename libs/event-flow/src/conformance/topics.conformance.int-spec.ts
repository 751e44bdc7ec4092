import { ConfigResourceTypes } from 'kafkajs';

import { maxMessageBytes, type Topic } from '#libs/contracts';

import { eventually, resetBroker } from '#libs/testkit';

import { kafkaTopicAdmin, type TopicAdmin } from '../index.js';
import {
  compactedTopic,
  ConformanceHouse,
  houseTopics,
  largeTopic,
  record,
  smallTopic,
} from './conformance-house-spec.js';

jest.setTimeout(60_000);

describe('topics', () => {
  let house: ConformanceHouse;
  let ours: TopicAdmin;
  beforeEach(async () => {
    house = await ConformanceHouse.open([]);
    ours = await kafkaTopicAdmin(house.kafka);
    house.onClose(() => ours.close());
  });
  afterEach(() => house.close());

  async function configOf(topic: string): Promise<Record<string, string>> {
    const { resources } = await house.admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name: topic }],
    });
    return Object.fromEntries(resources[0]?.configEntries.map((entry) => [entry.configName, entry.configValue]) ?? []);
  }

  it.each(houseTopics)(
    'given the table, when $name is made, then partitions, limit, retention and cleanup are its',
    async (topic: Topic) => {
      await ours.ensureTopics([topic]);
      const { topics } = await house.admin.fetchTopicMetadata({ topics: [topic.name] });
      expect(topics[0]?.partitions).toHaveLength(topic.partitions);
      expect(await configOf(topic.name)).toMatchObject({
        'max.message.bytes': String(maxMessageBytes(topic)),
        'retention.ms': String(topic.retentionMs ?? -1),
        'cleanup.policy': topic.cleanup,
      });
    },
  );

  it('given topics made anew, again and again, then making them never fails while they are on their way', async () => {
    const names = houseTopics.map(({ name }) => name);
    for (let round = 0; round < 12; round += 1) {
      await expect(ours.ensureTopics(houseTopics)).resolves.toBeUndefined();
      expect(await ours.missingTopics(names)).toEqual([]);
      await resetBroker(house.broker.brokers, names);
    }
  });

  it('given topics that are there, when they are made again, by two at once, then nothing changes and nobody fails', async () => {
    const other = await kafkaTopicAdmin(house.kafka);
    house.onClose(() => other.close());
    await Promise.all([ours.ensureTopics(houseTopics), other.ensureTopics(houseTopics)]);
    await house.publish(record(smallTopic, 'key', 'kept'));
    const before = await configOf(smallTopic);
    await ours.ensureTopics(houseTopics);
    expect(await configOf(smallTopic)).toEqual(before);
    expect(await ours.lag('a-group-that-never-was', smallTopic)).toBe(1);
  });

  it('given a topic that an operator has changed, when it is ensured, then it stays as it is', async () => {
    await ours.ensureTopics(houseTopics);
    const configEntries = [{ name: 'retention.ms', value: '60000' }];
    await house.admin.alterConfigs({
      validateOnly: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name: smallTopic, configEntries }],
    });
    const isChanged = async () => expect(await configOf(smallTopic)).toMatchObject({ 'retention.ms': '60000' });
    await eventually(isChanged);
    await ours.ensureTopics(houseTopics);
    await isChanged();
  });

  it('given some topics are missing, then exactly those are named, and asking does not make them', async () => {
    await ours.ensureTopics(houseTopics.filter(({ name }) => name !== largeTopic));
    const missing = await ours.missingTopics([smallTopic, largeTopic, compactedTopic]);
    expect(missing).toEqual([largeTopic]);
    expect(await ours.missingTopics([largeTopic])).toEqual([largeTopic]);
  });

  it('given the cluster, then its id is a name that stays the same', async () => {
    const other = await kafkaTopicAdmin(house.kafka);
    house.onClose(() => other.close());
    const clusterId = await ours.clusterId();
    expect(clusterId).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect(await other.clusterId()).toBe(clusterId);
  });
});
