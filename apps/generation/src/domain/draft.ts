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
  type Principal,
} from '#libs/contracts';
import { digestOfJson } from '#libs/kernel';

import { totalUsage } from './cost.js';
import { type Composed } from './extractive.js';
import { type Job } from './job.js';
import { type Route } from './routing.js';
import { emptyWindow, holdsSourceText, prepareWindow } from './window.js';

/** What a draft is made from, beside its outcome. */
export interface DraftGround {
  readonly job: Job;
  readonly configuration: ConfigurationSnapshot;
  readonly route: Route;
  readonly attempts: readonly DraftAttempt[];
}

export interface ModelResponse {
  readonly model: string | null;
  readonly choices: readonly Choice[];
}

/** The draft of a model's response, raw and whole. */
export function modelDraft(ground: DraftGround, response: ModelResponse): Draft {
  const { window } = preparedFor(ground.job, ground.route.reader);
  const answerSource = holdsSourceText(window) ? 'KNOWLEDGE_GROUNDED' : 'MODEL_SUPPLEMENT';
  const { model, choices } = response;
  return draft(ground, answerSource, { kind: 'response', model, choices: [...choices] });
}

/** The draft that no model made: extracts, or the no-action answer. Composed, no provider, no attempts. */
export function extractiveDraft(ground: DraftGround, composed: Composed): Draft {
  const choice: Choice = {
    index: 0,
    content: JSON.stringify(composed.answer),
    refusal: null,
    reasoning: null,
    toolCalls: [],
    finish: 'complete',
    finishReason: null,
  };
  return draft(ground, composed.answerSource, { kind: 'response', model: null, choices: [choice] });
}

export function failureDraft(ground: DraftGround, code: Code): Draft {
  return draft(ground, 'INSUFFICIENT_KNOWLEDGE', { kind: 'failure', code });
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

/** What the principal that asked, and the agent's reader where there is one, may see of the context. */
export function preparedFor(
  { content: { question } }: Job,
  reader: Principal | null,
): ReturnType<typeof prepareWindow> {
  return prepareWindow(question, question.principal ?? anonymous, reader);
}

function draft(ground: DraftGround, answerSource: AnswerSource, outcome: Draft['outcome']): Draft {
  const { job, configuration, route, attempts } = ground;
  const { window, gaps } = preparedFor(job, route.reader);
  const paid = attempts.filter(({ state }) => state !== 'REFUSED');
  return {
    interactionId: job.interactionId,
    namespace: job.namespace,
    channel: job.channel,
    ordinal: job.ordinal,
    questionDigest: job.questionDigest,
    request: requestOf(job),
    ...windowOf(window),
    evidence: { mode: 'NOT_ASSESSED', gaps, conflicts: 0 },
    answerSource,
    generationKind: kindOf(route),
    mode: { asked: route.asked, used: route.kind === 'model' ? route.mode : 'none' },
    downgrade: route.downgrade === null ? null : { code: route.downgrade },
    profile: route.profile,
    passedOver: [...route.passedOver],
    configuration: { revision: configuration.revision, digest: configuration.digest },
    attempts: [...attempts],
    usage: totalUsage(paid.map(({ usage }) => usage)),
    latencyMs: attempts.at(-1)?.latencyMs ?? null,
    outcome,
  };
}

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
  };
}

/** What would have answered, where nothing did. */
function kindOf(route: Route): GenerationKind {
  if (route.profile === null || route.profile.adapter === 'extractive') return 'DETERMINISTIC';
  return route.profile.model?.startsWith('scripted-') ? 'SCRIPTED_MODEL' : 'REAL_MODEL';
}
