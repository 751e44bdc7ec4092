import { type Static, Type } from '@sinclair/typebox';

import { entityRef } from './context.js';
import { closed, name, oneOf, text } from './fields.js';

/** What is asked beside the question itself: a draft carries it on, for the checks that hold an answer against it. */
export const goal = closed({
  id: name,
  kind: oneOf('quality', 'outcome'),
  text,
  declared: Type.Optional(oneOf('reached', 'not_reached')),
});

/** What the asker wants done or told, about what, and within which limits. */
export const intent = closed({
  actions: Type.Array(name, { maxItems: 50 }),
  targets: Type.Array(entityRef, { maxItems: 200 }),
  limits: Type.Record(Type.String(), Type.String()),
});
export type Intent = Static<typeof intent>;

/** A change that upstream made, by its own word: the only kind that an answer may report as executed. */
export const executedAction = closed({
  action: name,
  target: Type.Optional(entityRef),
  reference: name,
  executedAt: name,
});
export type ExecutedAction = Static<typeof executedAction>;

/** Regular expressions that an identity of this domain fits. */
export const identityPatterns = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 50 });
