import { type Draft, type DraftAttempt } from '#libs/contracts';
import { assertNever } from '#libs/kernel';

import { unknownUsage } from '../domain/cost.js';
import { extractiveDraft, failureDraft, preparedFor } from '../domain/draft.js';
import { compose } from '../domain/extractive.js';
import { noAction } from '../domain/no-action.js';
import { type Route } from '../domain/routing.js';
import { type RecordedAttempt } from '../ports/job-queue.port.js';
import { callModel } from './call-model.js';
import { type DraftingParts } from './drafting-parts.js';
import { finishJob } from './finish-job.js';
import { groundOf, type HeldJob, routeOf } from './held-job.js';
import { reportDowngrade } from './report-downgrade.js';

/**
 * Takes a claimed job as far as it comes: to its draft, to a rest before the next attempt, or back into the queue.
 * An attempt that an earlier holder left in SENDING is never sent again: nobody knows what became of it.
 */
export async function draftOneJob(held: HeldJob, parts: DraftingParts): Promise<void> {
  for (let next: HeldJob | undefined = held; next !== undefined;) next = await oneStep(next, parts);
}

/** What is to be gone on with: the job after a refusal, for which another profile is asked. */
async function oneStep(held: HeldJob, parts: DraftingParts): Promise<HeldJob | undefined> {
  const route = routeOf(held, parts);
  const left = held.claim.attempts.find(({ state }) => state === 'SENDING');
  if (left !== undefined) return endUnobserved(held, parts, route, left);
  const ground = groundOf(held, parts, route);
  const end = async (draft: Draft) => void (await finishJob(held, parts, draft, null));
  if (held.remainingMs() <= 0) return end(failureDraft(ground, 'generation.expired'));
  reportDowngrade(held, parts, route);
  switch (route.kind) {
    case 'closed':
      return end(failureDraft(ground, route.code));
    case 'extractive':
      return end(extractiveDraft(ground, compose(preparedFor(held.claim.job, route.reader).window)));
    case 'no_action':
      return end(extractiveDraft(ground, noAction));
    case 'model':
      return callModel(held, parts, route);
    default:
      return assertNever(route);
  }
}

async function endUnobserved(
  held: HeldJob,
  parts: DraftingParts,
  route: Route,
  { number, profile }: RecordedAttempt,
): Promise<undefined> {
  const code = 'provider.unobserved';
  const attempt: DraftAttempt = { number, state: 'UNOBSERVED', code, latencyMs: null, usage: unknownUsage, profile };
  parts.meter.attemptEnded(attempt);
  await finishJob(held, parts, failureDraft(groundOf(held, parts, route, attempt), code), attempt);
  return undefined;
}
