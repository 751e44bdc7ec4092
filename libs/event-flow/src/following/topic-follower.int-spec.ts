import { topicNamed, type Topic } from '#libs/contracts';
import { eventually, testBroker, type TestBroker } from '#libs/testkit';

import { kafkaPublisher } from '../kafka/publisher.js';
import { followTopic, type TopicFollower } from './topic-follower.js';

const topic = topicNamed('config.changed.v1') as Topic;
const soon = () => AbortSignal.timeout(20_000);

describe('following a topic', () => {
  let broker: TestBroker;
  let followers: TopicFollower[];

  beforeEach(async () => {
    followers = [];
    broker = await testBroker([topic.name]);
  });
  afterEach(async () => {
    await Promise.all(followers.map((follower) => follower.stop()));
    await broker.stop();
  });

  const kafka = (createTopics = true) => ({ brokers: broker.brokers, clientId: 'imprimatur-jury', createTopics });

  function follow(createTopics = true) {
    const seen: string[] = [];
    const follower = followTopic({
      kafka: kafka(createTopics),
      service: 'jury',
      topic,
      onRecords: (records) => void seen.push(...records.map(({ value }) => value?.toString() ?? '')),
      onFatal: () => undefined,
    });
    followers.push(follower);
    return { follower, seen };
  }

  async function publish(...values: string[]) {
    const publisher = kafkaPublisher(kafka());
    await publisher.publish(
      values.map((value) => ({ topic: topic.name, key: Buffer.from(value), headers: [], value: Buffer.from(value) })),
    );
    await publisher.close();
  }

  it('given an empty topic, then its end is reached at once, and what comes later is given', async () => {
    const { follower, seen } = follow();
    await follower.caughtUp(soon());
    expect(seen).toEqual([]);
    await publish('a', 'b');
    await follower.caughtUp(soon());
    expect(seen).toEqual(['a', 'b']);
  });

  it('given two of one service, then each is given everything', async () => {
    await follow().follower.caughtUp(soon());
    await publish('a', 'b', 'c');
    const two = [follow(), follow()];
    await Promise.all(two.map(({ follower }) => follower.caughtUp(soon())));
    expect(two.map(({ seen }) => seen)).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
    await eventually(() => expect(two[0]?.follower.readiness()).toEqual({ ready: true, reasons: [] }));
  });

  it('given no such topic and no right to make it, then it says so until it is there', async () => {
    const { follower } = follow(false);
    const reached = follower.caughtUp(soon());
    await eventually(() => expect(follower.readiness().reasons).toEqual(['topics.missing']));
    await follow().follower.caughtUp(soon());
    await reached;
    expect(follower.readiness().reasons).not.toContain('topics.missing');
  });

  it('given a wait that is given up, then it fails, and so does one that the stop ends', async () => {
    const { follower } = follow(false);
    await expect(follower.caughtUp(AbortSignal.timeout(10))).rejects.toThrow();
    const waiting = follower.caughtUp(new AbortController().signal).catch(() => 'failed');
    await follower.stop();
    expect(await waiting).toBe('failed');
  });
});
