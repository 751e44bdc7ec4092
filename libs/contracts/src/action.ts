import { type Static, Type } from '@sinclair/typebox';

import { closed, name, oneOf, orNull, text } from './fields.js';

/** As providers take it: letters, digits, `_` and `-`. */
export const toolName = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });

/** Whether a person must confirm an act before it may be authorised. */
export const confirmation = oneOf('required', 'not_required');

/** An act that a model may propose. The asker declares it, and whoever acts on a proposal executes it: nothing here does. */
export const tool = closed({
  name: toolName,
  description: Type.Optional(text),
  /** A JSON Schema of type object; arguments that do not fit it are no proposal. */
  parameters: Type.Record(Type.String(), Type.Unknown()),
  /** What whoever executes the act must hold, in the asker's own words. */
  permission: Type.Optional(name),
  /** `required` where left out. */
  confirmation: Type.Optional(confirmation),
});
export type Tool = Static<typeof tool>;

/** The same act has the same key, however often it is told: who executes it once has executed it. */
export const idempotencyKey = Type.String({ pattern: '^[0-9a-f-]{36}$' });

/** One act that a model proposed with a tool that it was offered. It is no authority to act. */
export const actionProposal = closed({
  name: toolName,
  /** The RFC 8785 form of the arguments: their numbers are the model's own. */
  arguments: text,
  permission: orNull(name),
  /** The policy under which it was proposed. */
  policy: name,
  idempotencyKey,
  confirmation,
});
export type ActionProposal = Static<typeof actionProposal>;

/** What the text of an answer of kind `action_proposed` is, in RFC 8785 form. */
export const proposedActions = closed({ proposals: Type.Array(actionProposal, { minItems: 1 }) });
export type ProposedActions = Static<typeof proposedActions>;
