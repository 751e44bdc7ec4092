import { countBetween, type LoadRecord } from './broker-view.js';
import { assertExactlyOnce } from './exactly-once.js';
import { type CpuReading, type Lane } from './lanes/lane.js';
import { until } from './until.js';

export interface Saturation {
  readonly count: number;
  readonly perSecond: number;
  /** Milliseconds of CPU for one answer; `services` is the sum of its `byService`. */
  readonly cpuMsPerAnswer: CpuCost;
  /** Milliseconds from the last output until nobody had anything left to do: the ledger's lag is 0. */
  readonly settledAfterMs: number;
}

export interface CpuCost {
  readonly services: number;
  readonly byService: Readonly<Record<string, number>>;
  readonly broker: number;
  readonly postgres: number;
}

/** The whole input lies there before the clock starts; the clock stops with the last output's time stamp. */
export async function saturate(lane: Lane, count: number): Promise<Saturation> {
  const records = await lane.prepare(count);
  const from = await lane.view.ends(lane.output);
  await whileHeld(lane, () => lane.view.fill(lane.input, records));
  const before = lane.cpu();
  const started = Date.now();
  const isOut = async () => countBetween(from, await lane.view.ends(lane.output)) >= count;
  await until(`${lane.name}: ${count} outputs`, isOut, { everyMs: 25 });
  await lane.settled();
  const settled = Date.now();
  const cpuMsPerAnswer = costOf(before, lane.cpu(), count);
  const outputs = await lane.view.readFrom(lane.output, from);
  assertExactlyOnce(lane.name, records, outputs);
  await lane.check(outputs);
  const last = outputs.reduce((latest, { stampedAt }) => Math.max(latest, stampedAt), 0);
  return { count, perSecond: (count / (last - started)) * 1000, cpuMsPerAnswer, settledAfterMs: settled - last };
}

async function whileHeld(lane: Lane, fill: () => Promise<void>): Promise<readonly LoadRecord[] | void> {
  const held = lane.held();
  for (const process of held) process.signal('SIGSTOP');
  try {
    await fill();
  } finally {
    for (const process of held) process.signal('SIGCONT');
  }
}

function costOf(before: CpuReading, after: CpuReading, count: number): CpuCost {
  const each = (from: number, to: number) => (to - from) / count;
  const byService = Object.fromEntries(
    Object.entries(after.services).map(([name, ms]) => [name, each(before.services[name] ?? 0, ms)]),
  );
  return {
    services: Object.values(byService).reduce((sum, ms) => sum + ms, 0),
    byService,
    broker: each(before.broker, after.broker),
    postgres: each(before.postgres, after.postgres),
  };
}
