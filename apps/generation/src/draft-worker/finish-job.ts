import { setTimeout as pause } from 'node:timers/promises';

import { type Draft, type DraftAttempt } from '#libs/contracts';
import { classify } from '#libs/event-flow';

import { draftEvent, type DraftEvent } from '../domain/draft-event.js';
import { type JobEnd } from '../ports/job-queue.port.js';
import { type DraftingParts } from './drafting-parts.js';
import { type HeldJob } from './held-job.js';

/**
 * Ends the job, its attempt and its draft in one fenced transaction. Where another worker holds the job by now nothing
 * is said; an answer that came all the same is recorded as late, for its cost.
 */
export async function finishJob(
  held: HeldJob,
  parts: DraftingParts,
  draft: Draft,
  attempt: DraftAttempt | null,
): Promise<void> {
  const made = draftEvent(draft, held.now(), held.claim.job.traceparent);
  const { outcome } = made.draft;
  const code = outcome.kind === 'failure' ? outcome.code : null;
  const end: JobEnd = { attempt, draftDigest: made.draftDigest, code };
  const kept = await untilBack(attempt === null ? null : held.cutOff, () => commit(held, parts, made, end));
  if (kept) return parts.meter.drafted(made.draft.generationKind, code ?? 'response');
  if (attempt?.state === 'RECEIVED') await parts.attempts.receivedLate(held.claim, attempt);
}

function commit({ claim }: HeldJob, parts: DraftingParts, made: DraftEvent, end: JobEnd): Promise<boolean> {
  return parts.transactions.run(async (tx, emit) => {
    const kept = await parts.queue.finish(tx, claim, end);
    if (kept) emit(made.event);
    return kept;
  });
}

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * What became of a call waits for a database that is away, whatever the lease: the fence tells whether it is still
 * wanted. The rest is done again by whoever claims the job next.
 */
async function untilBack<T>(cutOff: AbortSignal | null, work: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (cutOff === null || cutOff.aborted || classify(error) !== 'outage') throw error;
      await pause(pauseMs);
    }
  }
}
