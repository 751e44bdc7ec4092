import {
  type AnswerSource,
  anonymous,
  type Choice,
  type Code,
  type ConfigurationSnapshot,
  type ContextWindow,
  defaultRisk,
  defaultTimeoutMs,
  type Draft,
  type DraftAttempt,
  type GenerationKind,
  type Question,
} from '#libs/contracts';
import { digestOfJson } from '#libs/kernel';

import { paidUsage } from './cost.js';
import { type Composed } from './extractive.js';
import { type Job } from './job.js';
import { noAction } from './no-action.js';
import { type Plan } from './plan.js';
import { type Route } from './routing.js';
import { emptyWindow } from './window.js';

/** What a draft is made from, beside its outcome. */
export interface DraftGround {
  readonly job: Job;
  readonly configuration: ConfigurationSnapshot;
  readonly route: Route;
  readonly plan: Plan;
  readonly attempts: readonly DraftAttempt[];
  /** Of the answer that is repaired; empty for an answer. */
  readonly earlierAttempts?: readonly DraftAttempt[];
}

export interface ModelResponse {
  readonly model: string | null;
  readonly choices: readonly Choice[];
}

/** The draft of a model's response, raw and whole. */
export function modelDraft(ground: DraftGround, response: ModelResponse): Draft {
  const { model, choices } = response;
  return draft(ground, ground.route, ground.plan.source, { kind: 'response', model, choices: [...choices] });
}

/** The draft of an answer that no model wrote: no provider, no attempts, and no profile but the extractive one. */
export function composedDraft(ground: DraftGround, composed: Composed): Draft {
  return composedBy(ground, ground.route.kind === 'extractive' ? ground.route : null, composed);
}

/** The draft where a model was wanted and none may be asked: the mode used is `none`, and the downgrade says why. */
export function noActionDraft(ground: DraftGround): Draft {
  return composedBy(ground, ground.route, noAction);
}

function composedBy(ground: DraftGround, taken: Route | null, { answer, answerSource }: Composed): Draft {
  const choice: Choice = {
    index: 0,
    content: JSON.stringify(answer),
    refusal: null,
    reasoning: null,
    toolCalls: [],
    finish: 'complete',
    finishReason: null,
  };
  return draft(ground, taken, answerSource, { kind: 'response', model: null, choices: [choice] });
}

export function failureDraft(ground: DraftGround, code: Code): Draft {
  return draft(ground, ground.route, 'INSUFFICIENT_KNOWLEDGE', { kind: 'failure', code });
}

/** Response and window together are above the topic's limit: the code alone, without text, the window dropped. */
export function tooLargeDraft(whole: Draft): Draft {
  return {
    ...whole,
    window: emptyWindow,
    contextDigest: digestOfJson(emptyWindow),
    outcome: { kind: 'failure', code: 'generation.draft_too_large' },
  };
}

/** @param taken the way that the answer came, or was to come; null where none was needed */
function draft(
  { job, configuration, plan, attempts, earlierAttempts = [] }: DraftGround,
  taken: Route | null,
  answerSource: AnswerSource,
  outcome: Draft['outcome'],
): Draft {
  return {
    interactionId: job.interactionId,
    namespace: job.namespace,
    channel: job.channel,
    ordinal: job.ordinal,
    questionDigest: job.questionDigest,
    request: requestOf(job),
    ...windowOf(plan.prepared.window),
    evidence: evidenceOf(plan),
    answerSource,
    generationKind: kindOf(taken),
    mode: { asked: taken?.asked ?? 'none', used: taken?.kind === 'model' ? taken.mode : 'none' },
    downgrade: taken?.downgrade ? { code: taken.downgrade } : null,
    profile: taken?.profile ?? null,
    passedOver: [...(taken?.passedOver ?? [])],
    configuration: { revision: configuration.revision, digest: configuration.digest },
    attempts: [...attempts],
    ...(job.ordinal === 0 ? {} : { earlierAttempts: [...earlierAttempts] }),
    usage: paidUsage([...earlierAttempts, ...attempts]),
    latencyMs: attempts.at(-1)?.latencyMs ?? null,
    outcome,
  };
}

const evidenceOf = ({ assessment, prepared }: Plan): Draft['evidence'] => ({
  mode: assessment.mode,
  gaps: prepared.withheld.length,
  conflicts: assessment.contradictions.length,
});

const windowOf = (window: ContextWindow) => ({ window, contextDigest: digestOfJson(window) });

function requestOf({ content: { question } }: Job): Draft['request'] {
  return {
    question: question.question,
    locale: question.locale ?? null,
    conversationId: question.conversationId ?? null,
    principal: question.principal ?? anonymous,
    timeoutMs: question.timeoutMs ?? defaultTimeoutMs,
    riskLevel: question.riskLevel ?? defaultRisk,
    workflow: question.workflow ?? null,
    model: question.model ?? null,
    agent: question.agent ?? null,
    ...askedBeside(question),
  };
}

/** What the checks hold an answer against; a member that the question has not is left out. */
function askedBeside({ targets, intent, goals, account, tools, context = {} }: Question): Partial<Draft['request']> {
  const { identityPatterns, executedActions } = context;
  return {
    ...(targets && { targets }),
    ...(intent && { intent }),
    ...(goals && { goals }),
    ...(identityPatterns && { identityPatterns }),
    ...(executedActions && { executedActions }),
    ...(account && { account }),
    ...(tools && { tools }),
  };
}

/** What would have answered, where nothing did. */
function kindOf(taken: Route | null): GenerationKind {
  const profile = taken?.profile ?? null;
  if (profile === null || profile.adapter === 'extractive') return 'DETERMINISTIC';
  return profile.model?.startsWith('scripted-') ? 'SCRIPTED_MODEL' : 'REAL_MODEL';
}
