import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { type Service, services } from '#libs/contracts';

import { distModule } from '../../tools/stack/dist-module.js';
import { type BenchHouse, startBenchHouse } from './bench-house.js';
import { type Costs, costsIn } from './cpu-profile.js';
import { gateLane } from './lanes/gate-lane.js';
import { type Lane } from './lanes/lane.js';
import { pipelineLane } from './lanes/pipeline-lane.js';
import { Load } from './load.js';
import { type Saturation, saturate } from './saturation.js';

export interface ProfiledLane {
  readonly lane: string;
  readonly saturation: Saturation;
  readonly costs: Partial<Record<Service, Costs>>;
}

const counts = { gate: 4000, pipeline: 1500 };

/** Where the time of each service goes while a lane is saturated: self time by V8's own profiler. */
export async function profile(say: (line: string) => void, signal: AbortSignal): Promise<ProfiledLane[]> {
  const found: ProfiledLane[] = [];
  for (const name of ['gate', 'pipeline'] as const) {
    const house = await startBenchHouse(say, signal, profiled);
    try {
      const load = new Load(house.configuration, `profile-${Date.now().toString(36)}`);
      const lane = name === 'gate' ? await gateLane(house, load) : await pipelineLane(house, load);
      found.push(await profileOf(house, lane, counts[name]));
    } finally {
      await house.stop();
    }
  }
  return found;
}

/** The file is written when the process ends, so the services are stopped before it is read. */
async function profileOf(house: BenchHouse, lane: Lane, count: number): Promise<ProfiledLane> {
  await saturate(lane, Math.round(count / 4));
  const marks: number[] = [];
  const marked = { ...lane, cpu: () => (marks.push(monotonicUs()), lane.cpu()) };
  const saturation = await saturate(marked, count);
  const running = services.filter((service) => house.stack.process(service).isRunning() && service !== 'jury');
  await Promise.all(running.map((service) => house.stack.process(service).stop()));
  const [from = 0, to = Infinity] = marks;
  const costs = await Promise.all(
    running.map(async (service) => [service, await costsIn(fileOf(house, service), from, to)] as const),
  );
  return { lane: lane.name, saturation, costs: Object.fromEntries(costs) };
}

const monotonicUs = (): number => Number(process.hrtime.bigint() / 1000n);

const fileOf = ({ dataDir, stack }: BenchHouse, service: Service): string =>
  join(dataDir, 'profiles', `${stack.process(service).pid}.cpuprofile`);

function profiled(dataDir: string): Partial<Record<Service, Record<string, string>>> {
  const preload = pathToFileURL(distModule('bench', 'speed', 'profile-preload.js')).href;
  const env = { NODE_OPTIONS: `--import ${preload}`, BENCH_PROFILE_DIR: join(dataDir, 'profiles') };
  return Object.fromEntries(services.map((service) => [service, env]));
}
