import { type DraftAttempt } from '#libs/contracts';

import { type DraftGround } from '../domain/draft.js';
import { type PassedOver } from '../domain/ladder.js';
import { planFor } from '../domain/plan.js';
import { type Route, routeFor } from '../domain/routing.js';
import { type Claim, type RecordedAttempt } from '../ports/job-queue.port.js';
import { type DraftingParts } from './drafting-parts.js';

/** A claimed job with the two clocks that hold for it. */
export interface HeldJob {
  readonly claim: Claim;
  /** Aborted when the lease is lost: a call under way is then to end. */
  readonly leaseLost: AbortSignal;
  /** Aborted when the service stops and its grace is over. */
  readonly cutOff: AbortSignal;
  /** The profile of the last attempt, where another one is now asked in its place. */
  readonly left?: string;
  /** Profiles that could not be called while the job is held, and why: nothing was sent to them. */
  readonly notNow?: readonly PassedOver[];
  /** Milliseconds until the question's time is up. */
  readonly remainingMs: () => number;
  /** The database's time, RFC 3339, carried on by our own clock. */
  readonly now: () => string;
}

/** @param claimedFrom the monotonic clock before the claim was sent: what the claim took is time of the question */
export function heldJob(
  claim: Claim,
  claimedFrom: number,
  signals: Pick<HeldJob, 'leaseLost' | 'cutOff'>,
  monotonic: () => number,
): HeldJob {
  const elapsedMs = () => monotonic() - claimedFrom;
  return {
    claim,
    ...signals,
    remainingMs: () => Math.floor(claim.remainingMs - elapsedMs()),
    now: () => new Date(claim.claimedAt.getTime() + elapsedMs()).toISOString(),
  };
}

/** The way of the job from here: what was refused so far is taken into account. */
export function routeOf(
  { claim: { job, claimedAt, attempts }, left, notNow = [] }: HeldJob,
  parts: DraftingParts,
): Route {
  const { namespace, channel } = job;
  const tried = attempts
    .filter(({ state }) => state === 'REFUSED')
    .map(({ profile, code }) => ({ profile, code, isLeft: profile === left }));
  const { question } = job.content;
  return routeFor(parts.configuration, { namespace, channel, question, now: claimedAt, tried, notNow });
}

/** What the job's draft stands on: its way, the attempts so far, and the one that ends with it. */
export function groundOf(held: HeldJob, parts: DraftingParts, route: Route, last?: DraftAttempt): DraftGround {
  const { job, attempts, earlierAttempts = [] } = held.claim;
  const earlier = attempts.filter(isEnded);
  const { configuration } = parts;
  return {
    job,
    configuration,
    route,
    plan: planFor(job, route),
    attempts: last === undefined ? earlier : [...earlier, last],
    earlierAttempts: earlierAttempts.filter(isEnded),
  };
}

export const isEnded = (attempt: RecordedAttempt): attempt is RecordedAttempt & DraftAttempt =>
  attempt.state !== 'SENDING';
