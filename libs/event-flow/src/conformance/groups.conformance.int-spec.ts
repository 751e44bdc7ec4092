import { setTimeout as pause } from 'node:timers/promises';

import { eventually } from '#libs/testkit';

import { consumerGroup, kafkaTopicAdmin } from '../index.js';
import {
  ConformanceHouse,
  firstOrdinals,
  keyed,
  record,
  service,
  smallTopic,
  textOf,
  untilReady,
} from './conformance-house-spec.js';

jest.setTimeout(90_000);

const group = consumerGroup(service, smallTopic);
const inOrder = (count: number) => Array.from({ length: count }, (_, ordinal) => ordinal);

describe('consumer groups', () => {
  let house: ConformanceHouse;
  beforeEach(async () => (house = await ConformanceHouse.open()));
  afterEach(() => house.close());

  const lagIs = async (records: number) => {
    const admin = await kafkaTopicAdmin(house.kafka);
    try {
      await eventually(async () => expect(await admin.lag(group, smallTopic)).toBe(records), { timeoutMs: 30_000 });
    } finally {
      await admin.close();
    }
  };

  it('given a group that never was, then its lag is all there is; when it has handled all, then none', async () => {
    await lagIs(0);
    await house.publish(...keyed(smallTopic, 5, 10));
    await lagIs(50);
    const flow = await house.start(smallTopic, () => undefined);
    await untilReady(flow);
    await lagIs(0);
    expect(await flow.lag([smallTopic])).toBe(0);
    await flow.stop();
    await house.publish(...keyed(smallTopic, 5, 2, 10));
    await lagIs(10);
  });

  it('given records deleted before anybody read them, then they are no lag', async () => {
    await house.publish(...Array.from({ length: 10 }, () => record(smallTopic, 'key', 'gone')));
    const partition = (await house.admin.fetchTopicOffsets(smallTopic)).find(({ high }) => high === '10')?.partition;
    await house.admin.deleteTopicRecords({
      topic: smallTopic,
      partitions: [{ partition: partition ?? -1, offset: '7' }],
    });
    await lagIs(3);
    const seen: string[] = [];
    await untilReady(await house.start(smallTopic, ({ offset }) => void seen.push(offset)));
    await lagIs(0);
    expect(seen).toEqual(['7', '8', '9']);
  });

  it('given a flow that stopped, when it starts again, then it goes on where it was', async () => {
    const seen: string[] = [];
    const take = (one: { value: Buffer | null }) => void seen.push(textOf(one));
    await house.publish(...keyed(smallTopic, 6, 5));
    const first = await house.start(smallTopic, take);
    await lagIs(0);
    await first.stop();
    await house.publish(...keyed(smallTopic, 6, 2, 5));
    const before = seen.length;
    await untilReady(await house.start(smallTopic, take));
    await lagIs(0);
    expect(before).toBe(30);
    expect(seen.slice(before).sort()).toEqual(keyed(smallTopic, 6, 2, 5).map(textOf).sort());
  });

  it('given a stop while records flow, then what was handled is committed and nothing comes twice', async () => {
    const seen: string[] = [];
    const take = async (one: { value: Buffer | null }) => {
      await pause(50);
      seen.push(textOf(one));
    };
    await house.publish(...keyed(smallTopic, 12, 20));
    const first = await house.start(smallTopic, take, { concurrency: 4 });
    await eventually(() => expect(seen.length).toBeGreaterThan(10), { timeoutMs: 30_000 });
    await first.stop();
    const before = seen.length;
    expect(before).toBeLessThan(240);
    await lagIs(240 - before);
    await house.start(smallTopic, take);
    await lagIs(0);
    expect([seen.length, new Set(seen).size]).toEqual([240, 240]);
  });

  it('given a second member that comes while records flow, and the first that leaves, then every record is handled, each key in its order', async () => {
    const byMember: Record<'first' | 'second', string[]> = { first: [], second: [] };
    const seen: string[] = [];
    const take = (member: 'first' | 'second') => async (one: { value: Buffer | null }) => {
      await pause(2);
      byMember[member].push(textOf(one));
      seen.push(textOf(one));
    };
    let rounds = 0;
    const publishRound = () => house.publish(...keyed(smallTopic, 24, 1, rounds++));
    const publishUntil = (check: () => void) =>
      eventually(() => publishRound().then(check), { timeoutMs: 30_000, intervalMs: 10 });
    const first = await house.start(smallTopic, take('first'));
    await publishUntil(() => expect(byMember.first.length).toBeGreaterThan(0));
    const second = await house.start(smallTopic, take('second'));
    await publishUntil(() => expect(byMember.second.length).toBeGreaterThan(0));
    const [atLeaving, leaving] = [byMember.second.length, first.stop()];
    await publishUntil(() => expect(byMember.second.length).toBeGreaterThan(atLeaving + 48));
    await leaving;
    await untilReady(second);
    await lagIs(0);
    for (const key of inOrder(24).map((ordinal) => `key-${ordinal}`)) {
      expect([key, firstOrdinals(seen, key)]).toEqual([key, inOrder(rounds)]);
    }
  });
});
