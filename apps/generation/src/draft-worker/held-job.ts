import { type DraftAttempt } from '#libs/contracts';

import { type DraftGround } from '../domain/draft.js';
import { planFor } from '../domain/plan.js';
import { routeFor } from '../domain/routing.js';
import { type Claim, type RecordedAttempt } from '../ports/job-queue.port.js';
import { type DraftingParts } from './drafting-parts.js';

/** A claimed job with the two clocks that hold for it. */
export interface HeldJob {
  readonly claim: Claim;
  /** Aborted when the lease is lost: a call under way is then to end. */
  readonly leaseLost: AbortSignal;
  /** Aborted when the service stops and its grace is over. */
  readonly cutOff: AbortSignal;
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

/** What the job's draft stands on: the attempts so far, and the one that ends with it. */
export function groundOf(held: HeldJob, parts: DraftingParts, last?: DraftAttempt): DraftGround {
  const { job, attempts, earlierAttempts = [] } = held.claim;
  const earlier = attempts.filter(isEnded);
  const { configuration } = parts;
  const route = routeFor(configuration, job);
  return {
    job,
    configuration,
    route,
    plan: planFor(configuration, job, route),
    attempts: last === undefined ? earlier : [...earlier, last],
    earlierAttempts: earlierAttempts.filter(isEnded),
  };
}

export const isEnded = (attempt: RecordedAttempt): attempt is RecordedAttempt & DraftAttempt =>
  attempt.state !== 'SENDING';
