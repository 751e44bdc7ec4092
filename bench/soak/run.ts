import { channelTopicName } from '#libs/contracts';
import { kafkaPublisher } from '#libs/event-flow';

import { consumersIn, countDeadLetters, databaseBytes, folderBytes, untilNoLag } from '../load/end-state.js';
import { HouseWatch, type ScrapeSample } from '../load/house-watch.js';
import { kafkaOf } from '../load/kafka-of.js';
import { type HouseLoad, type LoadedHouse, startLoadedHouse } from '../load/loaded-house.js';
import { Outcomes } from '../load/outcomes.js';
import { ask, questionMaker } from '../load/questions.js';
import { untilAllCame } from '../load/until-all-came.js';
import { worst } from '../load/worst.js';
import { askSteadily } from './arrivals.js';
import { growthOf } from './growth.js';
import { judgeSoak, type Soaked, type SoakReport } from './report.js';

export interface SoakOptions extends HouseLoad {
  readonly minutes: number;
  readonly questionBytes: number;
  /** Questions of the saturation run that finds the peak. */
  readonly peakQuestions: number;
}

const settleMs = 300_000;

/** Finds the peak of this house on this machine, then asks at half of it for so long. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const house = await startLoadedHouse(options);
  let soaked: Omit<Soaked, 'sessionsExpired'>;
  try {
    soaked = await soak(house, options);
  } catch (error) {
    await house.stop();
    throw error;
  }
  return judgeSoak({ ...soaked, sessionsExpired: await house.stop() });
}

async function soak({ stack }: LoadedHouse, options: SoakOptions): Promise<Omit<Soaked, 'sessionsExpired'>> {
  const { minutes, peakQuestions, say, signal } = options;
  const outcomes = await Outcomes.follow(stack.brokers, channelTopicName('web'));
  const publisher = kafkaPublisher(kafkaOf(stack.brokers));
  const maker = questionMaker(options.questionBytes);
  const make = () => maker('default');
  let watch = new HouseWatch(stack);
  try {
    await ask(publisher, Array.from({ length: peakQuestions }, make));
    await untilAllCame(outcomes, peakQuestions, options);
    const peakPerSecond = peakOf(outcomes.list.map(({ atMs }) => atMs));
    const perSecond = Math.max(1, Math.floor(peakPerSecond / 2));
    const consumers = consumersIn(watch.scrapes);
    await untilNoLag(stack, consumers, settleMs);
    await watch.stop();
    watch = new HouseWatch(stack);
    const before = await sizes(stack);
    say(`peak ${peakPerSecond} a second; ${minutes} minutes at ${perSecond}`);
    const onProgress = (count: number) => say(`${count} asked, ${outcomes.list.length - peakQuestions} outcomes`);
    const asked = await askSteadily(publisher, { perSecond, forMs: minutes * 60_000, make, onProgress, signal });
    const [memory, scrapes] = [[...watch.memory], [...watch.scrapes]];
    await untilAllCame(outcomes, peakQuestions + asked, options);
    const lagAtEnd = await untilNoLag(stack, consumers, settleMs);
    const after = await sizes(stack);
    const byResult = outcomes.byResult();
    return {
      ...{ minutes, peakPerSecond, perSecond, asked: peakQuestions + asked, byResult },
      lost: peakQuestions + asked - outcomes.list.length,
      ...{ deadLetters: await countDeadLetters(stack), lagAtEnd },
      ...{ memory: growthOf(memory), peakMb: await watch.peaks(), mostLag: mostLagOf(scrapes) },
      longestLoopHeldMs: worst(scrapes, ({ loopHeldMs }) => loopHeldMs),
      databaseMb: { before: before.database, after: after.database },
      brokerMb: stack.broker && { before: before.broker, after: after.broker },
    };
  } finally {
    await watch.stop();
    await publisher.close();
    await outcomes.stop();
  }
}

/** Outcomes a second between the first and the last tenth: start and end of a short run are slow. */
function peakOf(times: readonly number[]): number {
  const [from, to] = [Math.floor(times.length / 10), Math.floor((times.length * 9) / 10)];
  const seconds = ((times[to] ?? NaN) - (times[from] ?? NaN)) / 1000;
  return Math.round(((to - from) / seconds) * 10) / 10;
}

async function sizes(stack: LoadedHouse['stack']): Promise<{ database: number; broker: number }> {
  const mb = (bytes: number) => Math.round(bytes / 1024 / 1024);
  return { database: mb(await databaseBytes(stack)), broker: mb(await folderBytes(stack.files.brokerDir)) };
}

function mostLagOf(scrapes: readonly ScrapeSample[]): Soaked['mostLag'] {
  const third = Math.floor(scrapes.length / 3);
  const lags = scrapes.map(({ metrics }) => {
    const all = Object.values(metrics).flatMap(({ lag }) => [...lag.values()]);
    return all.reduce((sum, records) => sum + records, 0);
  });
  return {
    secondThird: Math.max(0, ...lags.slice(third, 2 * third)),
    lastThird: Math.max(0, ...lags.slice(2 * third)),
  };
}
