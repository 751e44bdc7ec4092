import { type Spread, spreadOf } from './figures.js';
import { load } from './load.js';
import { type Machine } from './machine.js';
import { relaySettings } from './relays/relay-settings.js';
import { type Result, type StageResult } from './round.js';

export const laneNames = ['sdkOnly', 'batchRelay', 'nestRelay', 'gate', 'pipeline'] as const;
export type LaneName = (typeof laneNames)[number];

/** One round: each lane once, in an order that turns from round to round, then the stage. */
export interface Round {
  readonly order: readonly LaneName[];
  readonly lanes: Readonly<Record<LaneName, Result>>;
  readonly stage: StageResult;
}

type Summary = Record<'perSecond' | 'p50Ms' | 'p95Ms' | 'p99Ms', number> & {
  readonly cpuMsPerAnswer: Record<'services' | 'broker' | 'postgres', number>;
};

type RatioName =
  'gateToNestThroughput' | 'gateToBatchThroughput' | 'gateToBatchP50' | 'cpuBeyondSdkMs' | 'stageSecondInstance';

export interface Report {
  readonly bench: 'speed';
  readonly time: string;
  readonly machine: Machine;
  readonly settings: typeof settings;
  readonly results: Readonly<Record<LaneName, Summary>>;
  readonly ratios: Readonly<Record<RatioName, Spread>>;
  readonly aims: readonly Aim[];
  readonly rounds: readonly Round[];
}

export interface Aim {
  readonly ratio: RatioName;
  readonly aim: string;
  readonly median: number;
  readonly met: boolean;
}

/** Everything that was set; what is not named is the default of its library or service. */
const settings = {
  load,
  acks: 'all, everywhere',
  relays: { ...relaySettings, processes: 2, nest: 'library defaults otherwise', batch: 'library defaults otherwise' },
  product: 'defaults of every service; embedded broker and PostgreSQL with their durable defaults (fsync)',
  latency: { shareOfSaturation: 0.1, arrivals: 'exponential, seeded, open loop, measured from the due time' },
  cpu: '/proc/<pid>/stat utime + stime; PostgreSQL: postmaster, its live children and those it waited for',
};

export function reportOf(rounds: readonly Round[], machine: Machine): Report {
  const ratios = ratiosOf(rounds);
  const results = Object.fromEntries(
    laneNames.map((name) => [name, summaryOf(rounds.map(({ lanes }) => lanes[name]))]),
  ) as Record<LaneName, Summary>;
  const time = new Date().toISOString();
  return { bench: 'speed', time, machine, settings, results, ratios, aims: aimsOf(ratios), rounds };
}

function summaryOf(results: readonly Result[]): Summary {
  const median = (of: (result: Result) => number) => spreadOf(results.map(of)).median;
  return {
    perSecond: median(({ perSecond }) => perSecond),
    p50Ms: median(({ p50Ms }) => p50Ms),
    p95Ms: median(({ p95Ms }) => p95Ms),
    p99Ms: median(({ p99Ms }) => p99Ms),
    cpuMsPerAnswer: {
      services: median(({ cpuMsPerAnswer }) => cpuMsPerAnswer.services),
      broker: median(({ cpuMsPerAnswer }) => cpuMsPerAnswer.broker),
      postgres: median(({ cpuMsPerAnswer }) => cpuMsPerAnswer.postgres),
    },
  };
}

/** Each ratio is taken within a round: what slows the machine down slows both sides. */
function ratiosOf(rounds: readonly Round[]): Record<RatioName, Spread> {
  const over = (of: (round: Round) => number) => spreadOf(rounds.map(of));
  return {
    gateToNestThroughput: over(({ lanes }) => lanes.gate.perSecond / lanes.nestRelay.perSecond),
    gateToBatchThroughput: over(({ lanes }) => lanes.gate.perSecond / lanes.batchRelay.perSecond),
    gateToBatchP50: over(({ lanes }) => lanes.gate.p50Ms / lanes.batchRelay.p50Ms),
    cpuBeyondSdkMs: over(({ lanes }) => lanes.pipeline.cpuMsPerAnswer.services - lanes.sdkOnly.cpuMsPerAnswer.services),
    stageSecondInstance: over(({ stage }) => stage.twoPerSecond / stage.onePerSecond),
  };
}

function aimsOf(ratios: Record<RatioName, Spread>): Aim[] {
  const atLeast = (ratio: RatioName, bound: number) => aim(ratio, `>= ${bound}`, (median) => median >= bound);
  const atMost = (ratio: RatioName, bound: number) => aim(ratio, `<= ${bound}`, (median) => median <= bound);
  const aim = (ratio: RatioName, says: string, holds: (median: number) => boolean): Aim => {
    const { median } = ratios[ratio];
    return { ratio, aim: says, median, met: holds(median) };
  };
  return [
    atLeast('gateToNestThroughput', 2),
    atLeast('gateToBatchThroughput', 0.12),
    atMost('gateToBatchP50', 3),
    atMost('cpuBeyondSdkMs', 1.5),
    atLeast('stageSecondInstance', 1.5),
  ];
}
