import { eventually } from '#libs/testkit';

import { consumerGroup } from '../index.js';
import { ConformanceHouse, record, service, smallTopic, untilReady } from './conformance-house-spec.js';

jest.setTimeout(90_000);

describe('a group with a member that is gone without a word', () => {
  let house: ConformanceHouse;
  beforeEach(async () => (house = await ConformanceHouse.open()));
  afterEach(() => house.close());

  /** In the group, and silent from its first record on, as a process that was killed. */
  async function silentMember(): Promise<void> {
    const consumer = house.stranger.consumer({
      groupId: consumerGroup(service, smallTopic),
      sessionTimeout: 10_000,
      rebalanceTimeout: 60_000,
    });
    let hasTaken = false;
    let letGo: () => void = () => undefined;
    const silence = new Promise<void>((resolve) => (letGo = resolve));
    house.onClose(async () => {
      letGo();
      await consumer.disconnect();
    });
    await consumer.connect();
    await consumer.subscribe({ topic: smallTopic, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: () => {
        hasTaken = true;
        return silence;
      },
    });
    await eventually(() => expect(hasTaken).toBe(true), { timeoutMs: 30_000 });
  }

  it('given one who comes after it, then that waits for its group, says so and no outage, and begins when it is missed', async () => {
    await house.publish(record(smallTopic, 'key', 'value'));
    await silentMember();
    const seen: string[] = [];
    const flow = await house.start(smallTopic, ({ offset }) => void seen.push(offset));
    await eventually(() => expect(flow.readiness()).toEqual({ ready: false, reasons: ['group.joining'] }));
    await untilReady(flow);
    await eventually(() => expect(seen).toEqual(['0']), { timeoutMs: 20_000 });
  });
});
