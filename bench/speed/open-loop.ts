import { setTimeout as pause } from 'node:timers/promises';

import { arrivals } from './arrivals.js';
import { type LoadRecord, type SeenRecord } from './broker-view.js';
import { assertExactlyOnce } from './exactly-once.js';
import { type Latency, latencyOf } from './figures.js';
import { type Lane } from './lanes/lane.js';
import { until } from './until.js';

export interface OpenLoop {
  readonly perSecond: number;
  readonly seconds: number;
  readonly seed: number;
}

/** Records come when they are due, whatever became of those before; each one's time runs from when it was due. */
export async function latencyUnder(lane: Lane, { perSecond, seconds, seed }: OpenLoop): Promise<Latency> {
  const records = await lane.prepare(Math.max(20, Math.round(perSecond * seconds)));
  const seen: SeenRecord[] = [];
  const seenAt = new Map<string, number>();
  const stop = await lane.view.follow(lane.output, await lane.view.ends(lane.output), (record) => {
    seenAt.set(record.key, performance.now());
    seen.push(record);
  });
  const due = arrivals(perSecond, records.length, seed);
  const started = performance.now() + 200;
  await sendWhenDue(lane, records, due, started);
  await until(`${lane.name}: ${records.length} outputs under load`, async () => seen.length >= records.length);
  await lane.settled();
  await stop();
  assertExactlyOnce(lane.name, records, seen);
  await lane.check(seen);
  return latencyOf(records.map(({ key }, at) => (seenAt.get(key) ?? NaN) - started - (due[at] ?? NaN)));
}

async function sendWhenDue(lane: Lane, records: readonly LoadRecord[], due: number[], started: number): Promise<void> {
  const sends: Promise<void>[] = [];
  for (let at = 0; at < records.length;) {
    await pause(Math.max(0, started + (due[at] ?? 0) - performance.now()));
    let end = at;
    while (end < records.length && started + (due[end] ?? 0) <= performance.now()) end += 1;
    if (end > at) sends.push(lane.view.send(lane.input, records.slice(at, end)));
    at = end;
  }
  await Promise.all(sends);
}
