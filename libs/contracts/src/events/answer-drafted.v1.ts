import { type Static, Type } from '@sinclair/typebox';

import { type Digest, sha256 } from '#libs/kernel';

import { tool } from '../action.js';
import { riskLevel } from '../configuration/policy.js';
import { modelAdapters } from '../configuration/profile.js';
import { executedAction, goal, identityPatterns, intent } from '../asked-beside.js';
import { answerSource, contextWindow, entityRef, evidence, generationKind, modes, principal } from '../context.js';
import { defineEvent } from '../event-definition.js';
import {
  closed,
  code,
  configurationRef,
  count,
  decimal,
  digest,
  interaction,
  interactionId,
  name,
  oneOf,
  orNull,
  text,
} from '../fields.js';
import { interactionKey } from '../ids.js';

/** How the provider ended a choice, in our own words. Anything that we do not know is `unfinished`. */
export const finish = oneOf('complete', 'tool', 'truncated', 'filtered', 'refused', 'unfinished');
export type Finish = Static<typeof finish>;

const toolCall = closed({ id: orNull(name), name: text, arguments: text });

const choice = closed({
  index: count,
  /** The assembled message text, exactly as received. */
  content: orNull(text),
  refusal: orNull(text),
  reasoning: orNull(text),
  toolCalls: Type.Array(toolCall),
  finish,
  /** The provider's own word, null where it sent none. */
  finishReason: orNull(Type.String({ maxLength: 100 })),
});
export type Choice = Static<typeof choice>;

/** null is unknown, never zero. */
const usage = closed({
  inputTokens: orNull(count),
  outputTokens: orNull(count),
  /** In `currency`, over all attempts. */
  cost: orNull(decimal),
  currency: orNull(Type.String({ pattern: '^[A-Z]{3}$' })),
  /** There where a number is not the provider's own: it left it out, and it was counted by a tokenizer here. */
  estimated: Type.Optional(Type.Literal(true)),
});
export type Usage = Static<typeof usage>;

const attempt = closed({
  number: Type.Integer({ minimum: 1 }),
  state: oneOf('RECEIVED', 'REFUSED', 'BROKEN', 'RECEIVED_LATE', 'UNOBSERVED'),
  code: orNull(code),
  latencyMs: orNull(count),
  usage,
  /** The profile that was called. */
  profile: Type.Optional(name),
});
export type DraftAttempt = Static<typeof attempt>;

const response = closed({
  kind: Type.Literal('response'),
  /** The model that the response names, null where it names none. */
  model: orNull(name),
  choices: Type.Array(choice),
});
const failure = closed({ kind: Type.Literal('failure'), code });

const request = closed({
  question: text,
  locale: orNull(name),
  conversationId: orNull(interactionId),
  principal,
  timeoutMs: count,
  /** With its default; left out by services before this member. */
  riskLevel: Type.Optional(riskLevel),
  workflow: Type.Optional(orNull(name)),
  /** The model preference and the agent as asked. */
  model: Type.Optional(orNull(name)),
  agent: Type.Optional(orNull(name)),
  /** What was asked beside the question, as it came; each left out where the question has none. */
  targets: Type.Optional(Type.Array(entityRef)),
  intent: Type.Optional(intent),
  goals: Type.Optional(Type.Array(goal)),
  identityPatterns: Type.Optional(identityPatterns),
  executedActions: Type.Optional(Type.Array(executedAction)),
  tools: Type.Optional(Type.Array(tool)),
  account: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const profileRef = closed({
  id: name,
  digest,
  adapter: oneOf('extractive', ...modelAdapters),
  model: orNull(name),
  aliases: Type.Array(name),
  /** True where a policy let the profile in by name without a probe. */
  unprobed: Type.Boolean(),
});
export type ProfileRef = Static<typeof profileRef>;

/** A profile that comes before the one used, and why it was passed over. */
const passedOver = closed({ profile: name, code });

const schema = closed({
  ...interaction,
  /** 0 the answer, 1 its one repair. */
  ordinal: Type.Integer({ minimum: 0, maximum: 1 }),
  questionDigest: digest,
  request,
  window: contextWindow,
  /** SHA-256 of the RFC 8785 form of `window`. */
  contextDigest: digest,
  evidence,
  answerSource,
  generationKind,
  mode: modes,
  /** Why the mode used is weaker than the one asked for; null where it is not. */
  downgrade: Type.Optional(orNull(closed({ code }))),
  profile: orNull(profileRef),
  passedOver: Type.Optional(Type.Array(passedOver)),
  configuration: configurationRef,
  attempts: Type.Array(attempt),
  /** For a repair: the attempts of the answer that it repairs. */
  earlierAttempts: Type.Optional(Type.Array(attempt)),
  /** Over all attempts, the earlier ones too. */
  usage,
  latencyMs: orNull(count),
  outcome: Type.Union([response, failure]),
});

export type Draft = Static<typeof schema>;

/**
 * Names one draft for ever: SHA-256 of the event's value as it lies on the topic. Not of an RFC 8785 form: a model may
 * have sent text that has none.
 */
export const draftDigest = (value: Uint8Array): Digest => sha256(value);

const unknownUsage: Usage = { inputTokens: null, outputTokens: null, cost: null, currency: null };
const zeroDigest = `sha256:${'0'.repeat(64)}` as const;

export const answerDraftedV1 = defineEvent({
  type: 'answers.drafted.v1',
  reads: 'tolerant',
  wellFormedPart: ({ outcome: _sentByTheModel, ...ours }) => ours,
  says: 'the whole buffered response with the window that was used; or a failure and no text',
  schema,
  key: interactionKey,
  example: {
    interactionId: 'example-question-1',
    namespace: 'default',
    channel: 'web',
    ordinal: 0,
    questionDigest: zeroDigest,
    request: {
      question: 'What happens to an answer whose check breaks?',
      locale: null,
      conversationId: null,
      principal: { kind: 'anonymous', id: 'anonymous' },
      timeoutMs: 60_000,
    },
    window: {
      entities: [],
      fragments: [{ id: 'docs/decisions', text: 'A broken check never approves.' }],
      references: [],
    },
    contextDigest: zeroDigest,
    evidence: { mode: 'NOT_ASSESSED', gaps: 0, conflicts: 0 },
    answerSource: 'KNOWLEDGE_EXTRACTS',
    generationKind: 'DETERMINISTIC',
    mode: { asked: 'none', used: 'none' },
    profile: null,
    configuration: { revision: 1, digest: zeroDigest },
    attempts: [],
    usage: unknownUsage,
    latencyMs: null,
    outcome: { kind: 'failure', code: 'provider.unobserved' },
  },
});
