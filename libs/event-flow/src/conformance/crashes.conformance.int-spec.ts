import { eventually } from '#libs/testkit';

import { ConformanceHouse, smallTopic, untilReady } from './conformance-house-spec.js';

jest.setTimeout(120_000);

describe('a consumer that crashes again and again', () => {
  let house: ConformanceHouse;
  beforeEach(async () => (house = await ConformanceHouse.open()));
  afterEach(() => house.close());

  it('given its topic is deleted, then the flow is not ready, asks once to be ended, and no try leaves a listener behind', async () => {
    const listeners = new AbortListeners();
    try {
      const flow = await house.start(smallTopic, () => undefined);
      await untilReady(flow);
      const before = listeners.most();
      await house.admin.deleteTopics({ topics: [smallTopic] });
      await eventually(() => expect(house.fatal).toEqual(['kafka.consumer_crashed']), { timeoutMs: 90_000 });
      expect(flow.readiness().ready).toBe(false);
      // An outage may last for days, and each try holds its consumer as long as its listener lives.
      expect(listeners.most() - before).toBeLessThan(3);
    } finally {
      listeners.restore();
    }
  });
});

/** Listens in on who listens for an abort. */
class AbortListeners {
  private readonly added = jest.spyOn(EventTarget.prototype, 'addEventListener');
  private readonly removed = jest.spyOn(EventTarget.prototype, 'removeEventListener');

  /** Those that hang on one signal, at most. */
  most(): number {
    const gone = new Set<unknown>(this.removed.mock.calls.map(([, listener]) => listener));
    const bySignal = new Map<EventTarget, number>();
    for (const [index, target] of this.added.mock.contexts.entries()) {
      if (!(target instanceof AbortSignal) || gone.has(this.added.mock.calls[index]?.[1])) continue;
      bySignal.set(target, 1 + (bySignal.get(target) ?? 0));
    }
    return Math.max(0, ...bySignal.values());
  }

  restore(): void {
    this.added.mockRestore();
    this.removed.mockRestore();
  }
}
