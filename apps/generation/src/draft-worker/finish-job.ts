import { type Draft, type DraftAttempt } from '#libs/contracts';

import { draftEvent, type DraftEvent } from '../domain/draft-event.js';
import { type JobEnd, type RawBody } from '../ports/job-queue.port.js';
import { type DraftingParts } from './drafting-parts.js';
import { type HeldJob } from './held-job.js';
import { untilBack } from './until-back.js';

/**
 * Ends the job, its attempt and its draft in one fenced transaction. Where another worker holds the job by now nothing
 * is said; an answer that came all the same is recorded as late, for its cost.
 */
export async function finishJob(
  held: HeldJob,
  parts: DraftingParts,
  draft: Draft,
  attempt: DraftAttempt | null,
  raw: RawBody | null = null,
): Promise<void> {
  const made = draftEvent(draft, held.now(), held.claim.job.traceparent);
  const { outcome } = made.draft;
  const code = outcome.kind === 'failure' ? outcome.code : null;
  const end: JobEnd = { attempt, raw, draftDigest: made.draftDigest, code };
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
