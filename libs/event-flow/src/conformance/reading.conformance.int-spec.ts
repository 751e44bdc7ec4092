import { eventually } from '#libs/testkit';

import { kafkaReadAll, kafkaTail, OutageError } from '../index.js';
import { ConformanceHouse, keyed, largeTopic, record, smallTopic, textOf } from './conformance-house-spec.js';

jest.setTimeout(60_000);

describe('reading without a trace', () => {
  let house: ConformanceHouse;
  beforeEach(async () => (house = await ConformanceHouse.open()));
  afterEach(() => house.close());

  async function follow(topics: readonly string[], fromBeginning: boolean) {
    const seen: string[] = [];
    const tail = await kafkaTail(house.kafka, topics, (one) => seen.push(textOf(one)), { fromBeginning });
    house.onClose(() => tail.stop());
    return { seen, stop: () => tail.stop() };
  }

  it('given records of several topics, when they are followed from the beginning, then old and new are seen, once', async () => {
    await house.publish(...keyed(smallTopic, 5, 4), record(largeTopic, 'key', 'old'));
    const { seen } = await follow([smallTopic, largeTopic], true);
    await house.publish(record(largeTopic, 'key', 'new'));
    await eventually(() => expect(seen).toHaveLength(22));
    expect([...seen].sort()).toEqual([...keyed(smallTopic, 5, 4).map(textOf), 'old', 'new'].sort());
  });

  it('given a tail from now, when it says that it follows, then no later record is missed and no earlier one is seen', async () => {
    await house.publish(...keyed(smallTopic, 12, 2));
    const { seen } = await follow([smallTopic], false);
    await house.publish(...keyed(smallTopic, 12, 2, 2));
    await eventually(() => expect(seen).toHaveLength(24));
    expect([...seen].sort()).toEqual(keyed(smallTopic, 12, 2, 2).map(textOf).sort());
  });

  it('given a topic that does not exist, then following it fails as an outage, and the topic is not made', async () => {
    const failure = await follow(['nobody.made.v1'], true).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OutageError);
    expect(await house.admin.listTopics()).not.toContain('nobody.made.v1');
  });

  it('given a tail that has ended, then its group has no member and has committed nothing', async () => {
    const tails = async () => {
      const { groups } = await house.admin.listGroups();
      return groups.map(({ groupId }) => groupId).filter((group) => group.startsWith('imprimatur-tail.'));
    };
    const earlier = await tails();
    const { stop, seen } = await follow([smallTopic], true);
    await house.publish(record(smallTopic, 'key', 'value'));
    await eventually(() => expect(seen).toHaveLength(1));
    const [groupId = ''] = (await tails()).filter((group) => !earlier.includes(group));
    await stop();
    // The embedded broker forgets such a group at once, Apache Kafka with its next clean-up (every ten minutes).
    const { groups } = await house.admin.describeGroups([groupId]);
    expect(groups).toMatchObject([{ groupId, members: [] }]);
    const [offsets] = await house.admin.fetchOffsets({ groupId, topics: [smallTopic] });
    expect(new Set(offsets?.partitions.map(({ offset }) => offset))).toEqual(new Set(['-1']));
  });

  it('given topics empty, missing and full, when all is read, then it is what lies there, and nothing is waited for', async () => {
    expect(await kafkaReadAll(house.kafka, [largeTopic, 'nobody.made.v1'])).toEqual([]);
    await house.publish(...keyed(smallTopic, 9, 3));
    const before = Date.now();
    const found = await kafkaReadAll(house.kafka, [smallTopic, largeTopic, 'nobody.made.v1']);
    expect(found.map(textOf).sort()).toEqual(keyed(smallTopic, 9, 3).map(textOf).sort());
    expect(Date.now() - before).toBeLessThan(5_000);
  });

  it('given a partition whose beginning was deleted, when all is read, then it is what is left', async () => {
    await house.publish(...['a', 'b', 'c', 'd'].map((value) => record(smallTopic, 'key', value)));
    const partition = (await house.admin.fetchTopicOffsets(smallTopic)).find(({ high }) => high === '4')?.partition;
    await house.admin.deleteTopicRecords({
      topic: smallTopic,
      partitions: [{ partition: partition ?? -1, offset: '2' }],
    });
    expect((await kafkaReadAll(house.kafka, [smallTopic])).map(textOf)).toEqual(['c', 'd']);
  });
});
