import { type BenchHouse } from './bench-house.js';
import { type Latency, rounded } from './figures.js';
import { type Lane } from './lanes/lane.js';
import { latencyUnder } from './open-loop.js';
import { type CpuCost, type Saturation, saturate } from './saturation.js';
import { sdkLatency, sdkSaturation } from './sdk-only.js';
import { type Stage } from './stage.js';

/** How long each part of a round takes, in seconds; counts follow from what the lane did last. */
export interface Pace {
  readonly saturationSeconds: number;
  readonly latencySeconds: number;
}

/** What one lane showed in one round. */
export interface Result extends Latency {
  /** Answers a second at saturation. */
  readonly perSecond: number;
  readonly cpuMsPerAnswer: CpuCost;
  readonly count: number;
  /** Milliseconds from the last output until the ledger's lag was 0; null where there is no ledger. */
  readonly settledAfterMs: number | null;
}

export interface StageResult {
  readonly onePerSecond: number;
  readonly twoPerSecond: number;
}

const latencyShare = 0.1;
const leastCount = 200;
/** 30,000 drafts are 120 MB on a topic. */
const mostCount = 30_000;
const sdkFirstCount = 500;

/** Runs lanes and remembers how fast each was, so that the next round of it takes as long as the pace says. */
export class Rounds {
  private readonly speeds = new Map<string, number>();

  constructor(
    private readonly pace: Pace,
    private readonly house: BenchHouse,
  ) {}

  async warmUp(lane: Lane): Promise<void> {
    await this.saturation(lane);
  }

  async lane(lane: Lane, seed: number): Promise<Result> {
    const { count, perSecond, cpuMsPerAnswer, settledAfterMs } = await this.saturation(lane);
    const seconds = this.pace.latencySeconds;
    const latency = await latencyUnder(lane, { perSecond: latencyShare * perSecond, seconds, seed });
    return {
      perSecond: rounded(perSecond),
      ...latency,
      cpuMsPerAnswer: roundedCost(cpuMsPerAnswer),
      count,
      settledAfterMs,
    };
  }

  async sdk(seed: number): Promise<Result> {
    const count = this.countFor('sdkOnly', sdkFirstCount);
    const { perSecond, cpuMsPerAnswer } = await sdkSaturation(this.house, count);
    this.speeds.set('sdkOnly', perSecond);
    const rate = latencyShare * perSecond;
    const latency = await sdkLatency(this.house, Math.round(rate * this.pace.latencySeconds), rate, seed);
    const services = rounded(cpuMsPerAnswer);
    const cost = { services, byService: { caller: services }, broker: 0, postgres: 0 };
    return { perSecond: rounded(perSecond), ...latency, cpuMsPerAnswer: cost, count, settledAfterMs: null };
  }

  /** The second instance comes into a running group, as it does where one is added. */
  async stage(stage: Stage): Promise<StageResult> {
    const lane = stage.lane();
    await stage.scale(1);
    await this.warmUp(lane);
    const one = await this.saturation(lane);
    await stage.scale(2);
    await this.warmUp(lane);
    const two = await this.saturation(lane);
    await stage.scale(0);
    return { onePerSecond: rounded(one.perSecond), twoPerSecond: rounded(two.perSecond) };
  }

  private async saturation(lane: Lane): Promise<Saturation> {
    const found = await saturate(lane, this.countFor(lane.name, lane.firstCount));
    this.speeds.set(lane.name, found.perSecond);
    return found;
  }

  private countFor(name: string, first: number): number {
    const speed = this.speeds.get(name);
    if (speed === undefined) return first;
    return Math.min(mostCount, Math.max(leastCount, Math.round(speed * this.pace.saturationSeconds)));
  }
}

function roundedCost({ services, byService, broker, postgres }: CpuCost): CpuCost {
  return {
    services: rounded(services),
    byService: Object.fromEntries(Object.entries(byService).map(([name, ms]) => [name, rounded(ms)])),
    broker: rounded(broker),
    postgres: rounded(postgres),
  };
}
