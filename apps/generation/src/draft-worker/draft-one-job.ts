import { type DraftAttempt } from '#libs/contracts';

import { needsModel } from '../domain/answer-source.js';
import { unknownUsage } from '../domain/cost.js';
import { composedDraft, failureDraft } from '../domain/draft.js';
import { composedAnswer } from '../domain/plan.js';
import { callModel } from './call-model.js';
import { type DraftingParts } from './drafting-parts.js';
import { finishJob } from './finish-job.js';
import { groundOf, type HeldJob } from './held-job.js';

/**
 * Takes a claimed job as far as it comes: to its draft, to a rest before the next attempt, or back into the queue.
 * An attempt that an earlier holder left in SENDING is never sent again: nobody knows what became of it.
 */
export async function draftOneJob(held: HeldJob, parts: DraftingParts): Promise<void> {
  const left = held.claim.attempts.find(({ state }) => state === 'SENDING');
  if (left !== undefined) return endUnobserved(held, parts, left.number);
  const ground = groundOf(held, parts);
  if (held.remainingMs() <= 0) {
    return finishJob(held, parts, failureDraft(ground, 'generation.expired'), null);
  }
  const { route, plan } = ground;
  if (route.kind === 'closed') return finishJob(held, parts, failureDraft(ground, route.code), null);
  if (route.kind === 'model' && needsModel(plan.source)) return callModel(held, parts, { ...route, plan });
  await finishJob(held, parts, composedDraft(ground, composedAnswer(plan)), null);
}

async function endUnobserved(held: HeldJob, parts: DraftingParts, number: number): Promise<void> {
  const code = 'provider.unobserved';
  const attempt: DraftAttempt = { number, state: 'UNOBSERVED', code, latencyMs: null, usage: unknownUsage };
  parts.meter.attemptEnded(attempt);
  await finishJob(held, parts, failureDraft(groundOf(held, parts, attempt), code), attempt);
}
