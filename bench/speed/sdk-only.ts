import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { distModule } from '../../tools/stack/dist-module.js';
import { type BenchHouse } from './bench-house.js';
import { type Latency } from './figures.js';
import { load } from './load.js';

const run = promisify(execFile);

export interface SdkSaturation {
  readonly perSecond: number;
  readonly cpuMsPerAnswer: number;
}

/** The same provider called by the openai SDK alone, as many calls at once as generation has slots. */
export const sdkSaturation = (house: BenchHouse, calls: number): Promise<SdkSaturation> =>
  callerSays(house, calls, load.callsAtOnce);

export const sdkLatency = (house: BenchHouse, calls: number, perSecond: number, seed: number): Promise<Latency> =>
  callerSays(house, calls, perSecond, seed);

async function callerSays<T>({ provider }: BenchHouse, ...args: number[]): Promise<T> {
  const script = distModule('bench', 'speed', 'sdk-caller.js');
  const { stdout } = await run(process.execPath, [script, provider.baseUrl, ...args.map(String)]);
  return JSON.parse(stdout) as T;
}
