import { Registry } from 'prom-client';

import { eventFlowMetrics, type FlowGauges, unfinishedOf } from './metrics.js';
import { Drain } from './runner/drain.js';

const record = (offset: number) => ({
  topic: 'answers.drafted.v1',
  partition: 3,
  offset: String(offset),
  timestamp: '0',
  key: null,
  headers: [],
  value: null,
});

const drainOf = (...offsets: number[]) =>
  new Drain({
    partition: 3,
    records: offsets.map(record),
    heartbeat: async () => undefined,
    commitThrough: async () => undefined,
    passOver: () => undefined,
    pause: () => () => undefined,
  });

function metered(gauges: Partial<FlowGauges>): Registry {
  const registry = new Registry();
  eventFlowMetrics(registry, {
    lag: async () => null,
    outbox: async () => null,
    unfinished: () => [],
    ...gauges,
  });
  return registry;
}

describe('the first unfinished record of a partition', () => {
  it('given a batch whose second record hangs, then its offset and its age are told, until it is finished', async () => {
    const drain = drainOf(17, 18, 19);
    const registry = metered({
      unfinished: () => (drain.firstUnfinished ? [unfinishedOf(drain.firstUnfinished)] : []),
    });
    const finish = (index: number) => drain.finish(drain.deliveries[index]!);
    drain.lanes.take(3);
    finish(0);
    finish(2);
    jest.useFakeTimers({ now: drain.deliveries[1]!.takenAt + 4_000 });
    const text = await registry.metrics();
    jest.useRealTimers();
    expect(text).toContain('imprimatur_oldest_unfinished_offset{topic="answers.drafted.v1",partition="3"} 18');
    expect(text).toContain('imprimatur_oldest_unfinished_seconds{topic="answers.drafted.v1",partition="3"} 4');
    finish(1);
    expect(await registry.metrics()).not.toContain('partition="3"');
  });
});

describe('what cannot be known', () => {
  it('given a broker and a database that are away, then lag has no value and the outbox is no number', async () => {
    const text = await metered({}).metrics();
    expect(text).not.toContain('imprimatur_consumer_lag{');
    expect(text).toContain('imprimatur_outbox_pending Nan');
    expect(text).toContain('imprimatur_outbox_oldest_seconds Nan');
  });

  it('given rows that wait, then their number and the age of the oldest are told', async () => {
    const text = await metered({ outbox: async () => ({ pending: 2, oldestSeconds: 61 }) }).metrics();
    expect(text).toContain('imprimatur_outbox_pending 2');
    expect(text).toContain('imprimatur_outbox_oldest_seconds 61');
  });
});
