import { type Draft, type DraftAttempt } from '#libs/contracts';

import { needsModel } from '../domain/answer-source.js';
import { unknownUsage } from '../domain/cost.js';
import { composedDraft, type DraftGround, failureDraft, noActionDraft } from '../domain/draft.js';
import { composedAnswer } from '../domain/plan.js';
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
  let next: HeldJob | undefined = held;
  while (next !== undefined) next = await oneStep(next, parts);
}

/** What is to be gone on with: the job after a refusal, for which another profile is asked. */
async function oneStep(held: HeldJob, parts: DraftingParts): Promise<HeldJob | undefined> {
  const route = routeOf(held, parts);
  const left = held.claim.attempts.find(({ state }) => state === 'SENDING');
  if (left !== undefined) return endUnobserved(held, parts, route, left);
  const ground = groundOf(held, parts, route);
  const draft = held.remainingMs() <= 0 ? failureDraft(ground, 'generation.expired') : draftWithoutModel(ground);
  if (draft === undefined || isNoAction(draft)) reportDowngrade(held, parts, route);
  if (draft !== undefined) return void (await finishJob(held, parts, draft, null));
  if (route.kind !== 'model') throw new Error('a plan that needs a model has a way to one');
  return callModel(held, parts, { ...route, plan: ground.plan });
}

/** undefined where a model is to be asked. */
function draftWithoutModel(ground: DraftGround): Draft | undefined {
  const { route, plan } = ground;
  if (route.kind === 'closed') return failureDraft(ground, route.code);
  if (!needsModel(plan.source)) return composedDraft(ground, composedAnswer(plan));
  return route.kind === 'no_action' ? noActionDraft(ground) : undefined;
}

const isNoAction = ({ outcome, downgrade }: Draft): boolean => outcome.kind === 'response' && Boolean(downgrade);

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
}
