import { type Static, Type } from '@sinclair/typebox';

import { closed, count, digest, name, oneOf, text } from './fields.js';

/** A thing of the customer's own world, named by kind and identity. */
export const entityRef = closed({ documentType: name, identity: name });
export type EntityRef = Static<typeof entityRef>;

export const contextEntity = closed({
  documentType: name,
  identity: name,
  revision: Type.Optional(name),
  text: Type.Optional(text),
});

export const contextFragment = closed({ id: name, text });

/** `everyone`, or the principals and groups that may read a source. */
export const readers = Type.Union([
  Type.Literal('everyone'),
  Type.Array(Type.String({ pattern: '^(human|agent|group):.{1,200}$' }), { maxItems: 500 }),
]);
export type Readers = Static<typeof readers>;

export const contextReference = closed({
  id: name,
  entity: entityRef,
  revision: name,
  digest,
  applicability: Type.String({ maxLength: 1000 }),
  readers,
  text,
  executionRecord: oneOf('recorded', 'missing', 'unknown'),
});
export type ContextReference = Static<typeof contextReference>;

/** What of the context entered the prompt. A reference's citation number is its place here, from 1. */
export const contextWindow = closed({
  entities: Type.Array(contextEntity),
  fragments: Type.Array(contextFragment),
  references: Type.Array(contextReference),
});
export type ContextWindow = Static<typeof contextWindow>;

export const principal = closed({
  kind: oneOf('human', 'agent', 'anonymous'),
  id: name,
  groups: Type.Optional(Type.Array(name, { maxItems: 200 })),
  account: Type.Optional(name),
});
export type Principal = Static<typeof principal>;

/** Who asks when nobody is named: reads only what is marked for everyone. */
export const anonymous: Principal = { kind: 'anonymous', id: 'anonymous' };

export const evidence = closed({
  /** How far the sources carry an answer; `NOT_ASSESSED` in drafts of an earlier version alone. */
  mode: oneOf('MATCHED', 'PARTIAL_MATCH', 'NO_MATCH', 'AMBIGUOUS', 'NOT_ASSESSED'),
  /** References left out of the window because the principal may not read them. */
  gaps: count,
  /** Entities about which the sources in the window contradict each other. */
  conflicts: count,
});
export type Evidence = Static<typeof evidence>;

export const answerSource = oneOf(
  'KNOWLEDGE_GROUNDED',
  'KNOWLEDGE_EXTRACTS',
  'MODEL_SUPPLEMENT',
  'MIXED_SOURCES',
  'CLARIFICATION_REQUIRED',
  'INSUFFICIENT_KNOWLEDGE',
);
export type AnswerSource = Static<typeof answerSource>;

export const generationKind = oneOf('REAL_MODEL', 'SCRIPTED_MODEL', 'DETERMINISTIC');
export type GenerationKind = Static<typeof generationKind>;

/** `tool`: the answer is asked for as the one call of a tool. */
export const modelModes = ['strict', 'tool', 'json_schema', 'json_mode'] as const;
/** How strongly a model is held to the answer's shape, strongest first. */
export type ModelMode = (typeof modelModes)[number];
/** `none` where no model was asked. */
const contractMode = oneOf(...modelModes, 'none');
export const modes = closed({ asked: contractMode, used: contractMode });
