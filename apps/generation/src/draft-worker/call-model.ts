import { type Code, type DraftAttempt } from '#libs/contracts';
import { classify, type Span } from '#libs/event-flow';
import { assertNever } from '#libs/kernel';
import { type ModelClient, type ModelResult } from '#libs/model-client';

import { attemptEnd, type CallEnd, nextStep, refusalCodes } from '../domain/attempt.js';
import { type Heard, heardFrom } from '../domain/circuit.js';
import { isAffordable, usageOf } from '../domain/cost.js';
import { failureDraft, modelDraft } from '../domain/draft.js';
import { inputBytes, type ModelCall, modelCall } from '../domain/model-call.js';
import { type Plan } from '../domain/plan.js';
import { type Route } from '../domain/routing.js';
import { attemptBudget, beforeCall, elsewhereFrom } from '../domain/tried.js';
import { callSpan, endCallSpan } from './call-span.js';
import { type DraftingParts } from './drafting-parts.js';
import { finishJob } from './finish-job.js';
import { groundOf, type HeldJob, isEnded } from './held-job.js';
import { untilBack } from './until-back.js';

/** Where the question goes, and with what. */
type ModelRoute = Extract<Route, { kind: 'model' }> & { readonly plan: Plan };

type EndedCall = Exclude<ModelResult, { kind: 'abandoned' | 'not_sent' }>;

interface Called {
  readonly result: ModelResult;
  readonly latencyMs: number;
  /** True where SENDING was committed: there is an attempt. */
  readonly begun: boolean;
}

/** Makes one call and does what follows from its end; gives back the job where another profile is to be asked. */
export async function callModel(held: HeldJob, parts: DraftingParts, route: ModelRoute): Promise<HeldJob | undefined> {
  const fail = async (code: Code) =>
    void (await finishJob(held, parts, failureDraft(groundOf(held, parts, route), code), null));
  const elsewhere = elsewhereFrom(route.rungs);
  const moveOn = (code: Code) => (elsewhere === 'none' ? fail(code) : withoutProfile(held, route, code));
  const client = await parts.models.clientFor(route.endpoint);
  if (client === undefined) return moveOn('provider.not_configured');
  const number = held.claim.attempts.length + 1;
  const request = modelCall(held.claim.job, route, number, Math.max(1, held.remainingMs()));
  if (!isPaidFor(held, route, request)) return fail('provider.cost_limit');
  const waitMs = parts.circuits.waitFor(route.endpoint);
  const now = beforeCall(waitMs, held.remainingMs(), elsewhere);
  if (now === 'fail' || now === 'elsewhere') return moveOn('provider.circuit_open');
  if (now === 'rest') return void (await untilBack(held.cutOff, () => parts.queue.postpone(held.claim, null, waitMs)));
  const { result, latencyMs, begun } = await call(held, parts, route, client, { number, request });
  if (result.kind === 'refused' && !begun) return moveOn(refusalCodes[result.reason]);
  switch (result.kind) {
    case 'not_sent':
      return void (await untilBack(held.cutOff, () => parts.queue.giveBack(held.claim)));
    case 'abandoned':
      // The row stays in SENDING: whoever holds the job when its lease is over says that nobody knows.
      return;
    case 'response':
    case 'refused':
    case 'broken':
    case 'unanswered':
      return afterCall(held, parts, route, result, attemptOf(result, number, latencyMs, route));
    default:
      return assertNever(result);
  }
}

/** Nothing was sent to the profile, and there is no attempt: the next one is asked at once. */
const withoutProfile = (held: HeldJob, { endpoint }: ModelRoute, code: Code): HeldJob => ({
  ...held,
  notNow: [...(held.notNow ?? []), { profile: endpoint.id, code }],
});

/** False where the question may come to cost more than the profile lets it. */
function isPaidFor({ claim }: HeldJob, { endpoint }: ModelRoute, request: ModelCall): boolean {
  const call = { inputBytes: () => inputBytes(request), outputTokens: request.limits.outputTokens };
  return isAffordable(endpoint, [...(claim.earlierAttempts ?? []), ...claim.attempts].filter(isEnded), call);
}

async function call(
  { claim, leaseLost, cutOff }: HeldJob,
  parts: DraftingParts,
  route: ModelRoute,
  client: ModelClient,
  { number, request }: { readonly number: number; readonly request: ModelCall },
): Promise<Called> {
  let sentAt = parts.monotonic();
  let span: Span | undefined;
  let begun = false;
  let heard: Heard = 'nothing';
  const beforeSend = async () => {
    begun = await parts.attempts.begin(claim, number, route.endpoint.id).catch(unknownBeginning);
    sentAt = parts.monotonic();
    span = callSpan(parts.tracing, claim.job.traceparent, route.endpoint, request);
    return begun;
  };
  try {
    const result = await client.complete(request, AbortSignal.any([leaseLost, cutOff]), { beforeSend });
    if (result.kind !== 'abandoned' && result.kind !== 'not_sent') heard = heardFrom(result);
    endCallSpan(span, request, result);
    return { result, latencyMs: Math.round(parts.monotonic() - sentAt), begun };
  } finally {
    parts.circuits.heard(route.endpoint, heard);
  }
}

/**
 * The database went away with the commit of SENDING: nobody knows whether it stands. Nothing is sent then, and giving
 * the job back forgets the attempt if it does stand.
 */
function unknownBeginning(error: unknown): false {
  if (classify(error) !== 'outage') throw error;
  return false;
}

function attemptOf(
  end: CallEnd,
  number: number,
  latencyMs: number,
  { endpoint }: ModelRoute,
): DraftAttempt & { readonly profile: string } {
  const { state, code, tokens } = attemptEnd(end);
  return { number, state, code, latencyMs, usage: usageOf(tokens, endpoint.prices), profile: endpoint.id };
}

async function afterCall(
  held: HeldJob,
  parts: DraftingParts,
  route: ModelRoute,
  end: EndedCall,
  attempt: DraftAttempt & { readonly profile: string },
): Promise<HeldJob | undefined> {
  parts.meter.attemptEnded(attempt);
  const ground = groundOf(held, parts, route, attempt);
  const { question } = held.claim.job.content;
  const next = nextStep(end, attemptBudget(route.rungs, held.claim.attempts, question, held.remainingMs()));
  switch (next.kind) {
    case 'again':
      return void (await untilBack(held.cutOff, () => parts.queue.postpone(held.claim, attempt, next.waitMs)));
    case 'fail':
      return void (await finishJob(held, parts, failureDraft(ground, next.code), attempt, rawOf(end)));
    case 'deliver':
      return void (await finishJob(held, parts, modelDraft(ground, next.response), attempt, rawOf(end)));
    case 'elsewhere':
      await untilBack(held.cutOff, () => parts.attempts.refused(held.claim, attempt));
      return { ...held, left: attempt.profile, claim: { ...held.claim, attempts: [...held.claim.attempts, attempt] } };
    default:
      return assertNever(next);
  }
}

const rawOf = (end: EndedCall) => ('raw' in end ? (end.raw ?? null) : null);
