import { channelTopicName } from '#libs/contracts';
import { kafkaPublisher } from '#libs/event-flow';

import { consumersIn, countDeadLetters, databaseBytes, untilNoLag } from '../load/end-state.js';
import { HouseWatch } from '../load/house-watch.js';
import { kafkaOf } from '../load/kafka-of.js';
import { type HouseLoad, type LoadedHouse, startLoadedHouse } from '../load/loaded-house.js';
import { Outcomes } from '../load/outcomes.js';
import { memoryOf } from '../load/process-memory.js';
import { ask, questionMaker } from '../load/questions.js';
import { perWindow } from '../load/rate.js';
import { untilAllCame } from '../load/until-all-came.js';
import { worst } from '../load/worst.js';
import { type Share, sharesOf } from './namespaces.js';
import { judge, type Measured, type Report } from './report.js';
import { turnsOf } from './turns.js';

export interface BackpressureOptions extends HouseLoad {
  readonly questions: number;
  readonly namespaces: number;
  readonly questionBytes: number;
  readonly windowS: number;
}

const settleMs = 300_000;

/** Asks all questions at once, the largest namespace first, and watches how the house works them off. */
export async function runBackpressure(options: BackpressureOptions): Promise<Report> {
  const house = await startLoadedHouse(options);
  let measured: Omit<Measured, 'sessionsExpired'>;
  try {
    measured = await measure(house, options);
  } catch (error) {
    await house.stop();
    throw error;
  }
  return judge({ ...measured, sessionsExpired: await house.stop() });
}

async function measure(house: LoadedHouse, options: BackpressureOptions): Promise<Omit<Measured, 'sessionsExpired'>> {
  const { stack } = house;
  const { questions, questionBytes, delayMs: providerDelayMs, slots, windowS, say } = options;
  const shares = sharesOf(questions, options.namespaces);
  const outcomes = await Outcomes.follow(stack.brokers, channelTopicName('web'));
  const watch = new HouseWatch(stack);
  try {
    const startMs = performance.now();
    await askAll(stack.brokers, shares, questionBytes);
    const askedMs = performance.now();
    say(`${questions} questions asked in ${seconds(askedMs - startMs)} s`);
    const queued = untilNoLag(stack, new Map([['generation', ['questions.asked.v1']]]), settleMs).then(() => {
      say(`all in the queue after ${seconds(performance.now() - startMs)} s`);
      return performance.now();
    });
    await untilAllCame(outcomes, questions, options);
    const queuedMs = await queued;
    const lagAtEnd = await untilNoLag(stack, consumersIn(watch.scrapes), settleMs);
    const times = outcomes.list.map(({ atMs }) => atMs);
    return {
      ...{ questions, questionBytes, providerDelayMs, slots, broker: stack.broker ? 'embedded' : 'other' },
      ...{ askedS: seconds(askedMs - startMs), queuedS: seconds(queuedMs - startMs) },
      tookS: seconds((times.at(-1) ?? startMs) - startMs),
      byResult: outcomes.byResult(),
      ...{ lost: questions - outcomes.list.length, conflicting: outcomes.conflicting, repeated: outcomes.repeated },
      ...{ deadLetters: await countDeadLetters(stack), lagAtEnd },
      peakMb: await watch.peaks(),
      brokerPeakMb: (stack.broker && (await memoryOf(stack.broker.pid))?.peakMb) ?? null,
      ...{ windowS, perWindow: perWindow(times, windowS * 1000) },
      turns: turnsOf(shares, outcomes.list, { startMs, queuedMs }),
      slowestScrapeMs: worst(watch.scrapes, ({ tookMs }) => tookMs),
      longestLoopHeldMs: worst(watch.scrapes, ({ loopHeldMs }) => loopHeldMs),
      databaseMb: Math.round((await databaseBytes(stack)) / 1024 / 1024),
    };
  } finally {
    await watch.stop();
    await outcomes.stop();
  }
}

async function askAll(brokers: readonly string[], shares: readonly Share[], bytes: number): Promise<void> {
  const publisher = kafkaPublisher(kafkaOf(brokers));
  const make = questionMaker(bytes);
  try {
    for (const { namespace, questions } of shares) {
      for (let left = questions; left > 0; left -= 1_000) {
        await ask(
          publisher,
          Array.from({ length: Math.min(left, 1_000) }, () => make(namespace)),
        );
      }
    }
  } finally {
    await publisher.close();
  }
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;
