import { type Static, Type } from '@sinclair/typebox';

import { digestOfJson, type Digest } from '#libs/kernel';

import { tool } from '../action.js';
import { riskLevel } from '../configuration/policy.js';
import { executedAction, goal, identityPatterns, intent } from '../asked-beside.js';
import { contextEntity, contextFragment, contextReference, entityRef, principal } from '../context.js';
import { defineEvent } from '../event-definition.js';
import { channelId, closed, count, interactionId, name, namespaceId, oneOf, text } from '../fields.js';

/** An earlier turn of the conversation, or what a tool returned in it: data beside the question, oldest first. */
const message = closed({
  role: oneOf('system', 'user', 'assistant', 'tool'),
  content: text,
  name: Type.Optional(name),
});
export type EarlierMessage = Static<typeof message>;
const structuredOutput = closed({
  schemaId: name,
  schemaVersion: name,
  mode: oneOf('json_schema', 'tool', 'json_mode'),
  strict: Type.Boolean(),
  schema: Type.Record(Type.String(), Type.Unknown()),
});
const freeObject = Type.Record(Type.String(), Type.Unknown());

/** The asker's bounds for the one provider run; a profile's own limits hold where they are lower. */
const limits = closed({
  outputTokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Bytes of the whole buffered response. */
  outputBytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  attempts: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
});

const context = closed({
  entities: Type.Optional(Type.Array(contextEntity, { maxItems: 2000 })),
  fragments: Type.Optional(Type.Array(contextFragment, { maxItems: 2000 })),
  references: Type.Optional(Type.Array(contextReference, { maxItems: 2000 })),
  identityPatterns: Type.Optional(identityPatterns),
  executedActions: Type.Optional(Type.Array(executedAction, { maxItems: 200 })),
  /** How upstream prepared the context: these stay with the question in the record, and decide nothing. */
  planVersion: Type.Optional(name),
  snapshot: Type.Optional(freeObject),
  provenance: Type.Optional(freeObject),
});

const schema = closed({
  interactionId,
  namespace: Type.Optional(namespaceId),
  channel: channelId,
  entryKind: Type.Optional(oneOf('PORTAL', 'CHANNEL')),
  principal: Type.Optional(principal),
  locale: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$' })),
  question: Type.String({ minLength: 1 }),
  conversationId: Type.Optional(interactionId),
  context: Type.Optional(context),
  limits: Type.Optional(limits),
  /** Milliseconds from when each owner first saw the question. */
  timeoutMs: Type.Optional(Type.Integer({ minimum: 1000, maximum: 86_400_000 })),
  /** The caller's own labels: they stay with the question in the record, and nobody here reads them. */
  extensions: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z0-9_]{1,40}$' }), Type.String({ maxLength: 1000 }), {
      maxProperties: 20,
      additionalProperties: false,
    }),
  ),
  messages: Type.Optional(Type.Array(message, { maxItems: 500 })),
  /**
   * What the question is about, as upstream resolved it; the answer speaks for nothing else. Left out where there was
   * nothing to resolve; empty where it could not be resolved: then the entities of the context are its candidates.
   */
  targets: Type.Optional(Type.Array(entityRef, { maxItems: 200 })),
  intent: Type.Optional(intent),
  retrieval: Type.Optional(closed({ strategy: oneOf('keyword', 'fulltext', 'vector', 'hybrid'), limit: count })),
  structuredOutput: Type.Optional(structuredOutput),
  /** What the model may propose to do; no two of one name. */
  tools: Type.Optional(Type.Array(tool, { maxItems: 64 })),
  goals: Type.Optional(Type.Array(goal, { maxItems: 50 })),
  /** A profile's id, `auto` for the policy's own choice, or `auto:<quality>`; left out: `auto`. */
  model: Type.Optional(name),
  /** An agent of the configuration, by id. */
  agent: Type.Optional(name),
  /** `medium` where left out. */
  riskLevel: Type.Optional(riskLevel),
  /** The caller's name for what it does with the answer: kept with the draft, decides nothing. */
  workflow: Type.Optional(name),
  /** Whose account the question is asked on: ids for policies and the record, never shown to a model. */
  account: Type.Optional(freeObject),
  /** The closed question that an operator asks anew with this one: told by the record and the view, decides nothing. */
  replayOf: Type.Optional(interactionId),
});

export type Question = Static<typeof schema>;

export const defaultNamespace = 'default';
export const defaultTimeoutMs = 60_000;

/** Declared members that no service reads yet; a question that uses one is refused, never half understood. */
const notYetSupported = ['/retrieval', '/structuredOutput'] as const;

/** The pointer of the first member that is declared but not built, or undefined. */
export function unsupportedMember(question: Question): string | undefined {
  return notYetSupported.find((path) => {
    const [first = '', second] = path.slice(1).split('/');
    const member = (question as Record<string, unknown>)[first];
    if (second === undefined) return member !== undefined;
    return (member as Record<string, unknown> | undefined)?.[second] !== undefined;
  });
}

/** The question's digest: RFC 8785 form of its data as sent, before any default. */
export const questionDigest = (data: unknown): Digest => digestOfJson(data);

export const questionAskedV1 = defineEvent({
  type: 'questions.asked.v1',
  reads: 'strict',
  says: 'a question with its prepared context',
  schema,
  key: (question) => `${question.namespace ?? defaultNamespace}/${question.interactionId}`,
  example: {
    interactionId: 'example-question-1',
    channel: 'web',
    question: 'What happens to an answer whose check breaks?',
    context: {
      fragments: [{ id: 'docs/decisions', text: 'A broken check never approves: the answer is rejected.' }],
    },
  },
});
