import { type Service } from '#libs/contracts';

import { type Aim, allMet, atLeast, atMost } from '../load/aim.js';
import { type Growth } from './growth.js';

/** What a soak measured, before it is judged. */
export interface Soaked {
  readonly minutes: number;
  /** Outcomes a second of the saturation run, and the constant rate of the soak: its half. */
  readonly peakPerSecond: number;
  readonly perSecond: number;
  readonly asked: number;
  readonly byResult: Readonly<Record<string, number>>;
  readonly lost: number;
  readonly deadLetters: number;
  readonly lagAtEnd: number;
  readonly memory: Readonly<Record<Service, Growth>>;
  readonly peakMb: Readonly<Record<Service, number | null>>;
  /** The most records that waited in all groups together, in the second and in the last third. */
  readonly mostLag: { readonly secondThird: number; readonly lastThird: number };
  readonly longestLoopHeldMs: Readonly<Record<Service, number>>;
  readonly databaseMb: { readonly before: number; readonly after: number };
  readonly brokerMb: { readonly before: number; readonly after: number } | null;
  readonly sessionsExpired: number | null;
}

export interface SoakReport extends Soaked {
  readonly aims: readonly Aim[];
  readonly ok: boolean;
}

const mostGrowth = 1.1;
/** What the groups may hold without growing: ten seconds of arrivals. */
const secondsOfLag = 10;
/** Asked is read by three services, drafted and approved by two each, published by one of ours. */
const recordsAQuestion = 8;
const mostLoopHeldMs = 1_000;

export function judgeSoak(soaked: Soaked): SoakReport {
  const aims = [...memoryAims(soaked), ...queueAims(soaked), ...orderAims(soaked)];
  return { ...soaked, aims, ok: allMet(aims) };
}

/** A service without samples has no ratio: that is a miss, not a gap. */
function memoryAims({ memory }: Soaked): Aim[] {
  return Object.entries(memory).map(([service, { ratio }]) =>
    atMost(
      `memory of ${service}`,
      Number.isFinite(ratio) ? ratio : Infinity,
      mostGrowth,
      'mean of the last third over the second',
    ),
  );
}

function queueAims({ mostLag, perSecond, longestLoopHeldMs }: Soaked): Aim[] {
  const held = Math.max(...Object.values(longestLoopHeldMs));
  return [
    atMost(
      'lag of the last third',
      mostLag.lastThird,
      perSecond * recordsAQuestion * secondsOfLag,
      `${secondsOfLag} s of arrivals`,
    ),
    atMost('event loop held', held, mostLoopHeldMs, `at most ${mostLoopHeldMs} ms in any service`),
  ];
}

function orderAims({ asked, byResult, lost, deadLetters, lagAtEnd, sessionsExpired }: Soaked): Aim[] {
  return [
    atMost('lost', lost, 0, 'every question has an outcome'),
    atLeast('completed', byResult['completed'] ?? 0, asked, 'every outcome is an answer'),
    atMost('dead letters', deadLetters, 0, 'none'),
    atMost('lag at the end', lagAtEnd, 0, 'every group has committed everything'),
    atMost('sessions expired', sessionsExpired, 0, 'by the count of the embedded broker; not measured on another'),
  ];
}
