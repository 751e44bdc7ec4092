import { cpus, loadavg, release, totalmem } from 'node:os';

/** Where the figures come from; the load average tells who else was there. */
export interface Machine {
  readonly processors: number;
  readonly model: string;
  readonly memoryGb: number;
  readonly node: string;
  readonly kernel: string;
  readonly loadAverageAtStart: number;
}

export const thisMachine = (): Machine => ({
  processors: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  kernel: release(),
  loadAverageAtStart: Number((loadavg()[0] ?? NaN).toFixed(2)),
});
