import { type Service } from '#libs/contracts';

import { type Aim, allMet, atLeast, atMost } from '../load/aim.js';
import { median, middleOf, variation } from '../load/rate.js';
import { type Turn } from './turns.js';

/** What a run measured, before it is judged. */
export interface Measured {
  readonly questions: number;
  readonly questionBytes: number;
  readonly providerDelayMs: number;
  readonly slots: number;
  readonly broker: 'embedded' | 'other';
  /** Seconds until all questions were published, until all lay in the queue, and until the last outcome. */
  readonly askedS: number;
  readonly queuedS: number;
  readonly tookS: number;
  readonly byResult: Readonly<Record<string, number>>;
  readonly lost: number;
  readonly conflicting: number;
  readonly repeated: number;
  readonly deadLetters: number;
  readonly lagAtEnd: number;
  readonly peakMb: Readonly<Record<Service, number | null>>;
  readonly brokerPeakMb: number | null;
  /** null on another broker than the embedded one. */
  readonly sessionsExpired: number | null;
  readonly windowS: number;
  readonly perWindow: readonly number[];
  readonly turns: readonly Turn[];
  readonly slowestScrapeMs: Readonly<Record<Service, number>>;
  readonly longestLoopHeldMs: Readonly<Record<Service, number>>;
  readonly databaseMb: number;
}

export interface Report extends Measured {
  readonly perSecond: number;
  readonly aims: readonly Aim[];
  readonly ok: boolean;
}

const mostMb = 300;

export function judge(measured: Measured): Report {
  const perSecond = Math.round((measured.questions / measured.tookS) * 10) / 10;
  const aims = [...memoryAims(measured), ...orderAims(measured), ...flowAims(measured), ...turnAims(measured)];
  return { ...measured, perSecond, aims, ok: allMet(aims) };
}

/** A service that is gone has no peak: that is a miss, not a gap. */
function memoryAims({ peakMb }: Measured): Aim[] {
  return Object.entries(peakMb).map(([service, peak]) =>
    atMost(`peak memory of ${service}`, peak ?? Infinity, mostMb, `at most ${mostMb} MiB resident`),
  );
}

function orderAims({ questions, byResult, lost, conflicting, deadLetters, lagAtEnd }: Measured): Aim[] {
  return [
    atMost('lost', lost, 0, 'every question has an outcome'),
    atLeast('completed', byResult['completed'] ?? 0, questions, 'every outcome is an answer'),
    atMost('conflicting', conflicting, 0, 'no question has two outcomes'),
    atMost('dead letters', deadLetters, 0, 'none'),
    atMost('lag at the end', lagAtEnd, 0, 'every group has committed everything'),
  ];
}

function flowAims({ sessionsExpired, perWindow }: Measured): Aim[] {
  const middle = middleOf(perWindow);
  const isLong = middle.length >= 3;
  const slowest = isLong ? Math.round((Math.min(...middle) / median(middle)) * 100) / 100 : null;
  const spread = isLong ? Math.round(variation(middle) * 100) / 100 : null;
  return [
    atMost('sessions expired', sessionsExpired, 0, 'by the count of the embedded broker; not measured on another'),
    atLeast(
      'slowest window over the median',
      slowest,
      0.5,
      'steady drain; not judged below three windows in the middle',
    ),
    atMost('variation of the windows', spread, 0.35, 'likewise'),
  ];
}

/** The smallest namespace asks last: without turns it would be served last. */
function turnAims({ questions, turns }: Measured): Aim[] {
  if (turns.length < 2) return [];
  const smallest = turns.at(-1);
  const part = Math.round(((smallest?.finishedAfter ?? questions) / questions) * 100) / 100;
  const queued = 'null where it was finished before all were queued';
  return [
    atMost('the smallest has finished', part, 0.5, 'after at most half of all outcomes'),
    atLeast('evenness of the smallest', smallest?.evenness ?? null, 0.5, `half of an even part at least; ${queued}`),
  ];
}
