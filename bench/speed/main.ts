import { parseArgs } from 'node:util';

import { onInterruption } from '../../tools/stack/interruption.js';
import { type BenchHouse, startBenchHouse } from './bench-house.js';
import { bringGenerationBack, gateLane } from './lanes/gate-lane.js';
import { type Lane } from './lanes/lane.js';
import { pipelineLane } from './lanes/pipeline-lane.js';
import { relayLane } from './lanes/relay-lane.js';
import { Load } from './load.js';
import { thisMachine } from './machine.js';
import { profile } from './profile.js';
import { laneNames, type LaneName, reportOf, type Round } from './report.js';
import { type Pace, type Result, Rounds } from './round.js';
import { Stage } from './stage.js';
import { tableOf } from './table.js';

const full: Pace & { rounds: number } = { rounds: 5, saturationSeconds: 6, latencySeconds: 10 };
const short: typeof full = { rounds: 1, saturationSeconds: 3, latencySeconds: 4 };

/** `npm run bench -- [--json] [--short] [--rounds N]`, or `-- --profile` for where each service's time goes */
export async function main(argv: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      json: { type: 'boolean' },
      short: { type: 'boolean' },
      rounds: { type: 'string' },
      profile: { type: 'boolean' },
    },
  });
  const pace = values.short ? short : full;
  const rounds = Number(values.rounds ?? pace.rounds);
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const signal = onInterruption(say);
  if (values.profile) return void process.stdout.write(`${JSON.stringify(await profile(say, signal), null, 1)}\n`);
  const machine = thisMachine();
  const house = await startBenchHouse(say, signal);
  try {
    const report = reportOf(await play(house, pace, rounds, { say, signal }), machine);
    process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : tableOf(report));
  } finally {
    await house.stop();
  }
}

type Terminal = { readonly say: (line: string) => void; readonly signal: AbortSignal };

async function play(house: BenchHouse, pace: Pace, count: number, { say, signal }: Terminal): Promise<Round[]> {
  const load = new Load(house.configuration, `bench-${Date.now().toString(36)}`);
  const lanes: Record<Exclude<LaneName, 'sdkOnly'>, Lane> = {
    batchRelay: await relayLane(house, load, 'batch'),
    nestRelay: await relayLane(house, load, 'nest'),
    gate: await gateLane(house, load),
    pipeline: await pipelineLane(house, load),
  };
  const stage = await Stage.start(house, load);
  const rounds = new Rounds(pace, house);
  for (const lane of Object.values(lanes)) await rounds.warmUp(lane);
  const done: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    const order = [...laneNames.slice(round % laneNames.length), ...laneNames.slice(0, round % laneNames.length)];
    const results = {} as Record<LaneName, Result>;
    for (const name of order) {
      signal.throwIfAborted();
      results[name] = name === 'sdkOnly' ? await rounds.sdk(round + 1) : await rounds.lane(lanes[name], round + 1);
      say(`round ${round + 1} ${name}: ${results[name].perSecond}/s, p50 ${results[name].p50Ms} ms`);
    }
    await bringGenerationBack(house);
    done.push({ order, lanes: results, stage: await rounds.stage(stage) });
    say(`round ${round + 1} stage: ${JSON.stringify(done.at(-1)?.stage)}`);
  }
  return done;
}
