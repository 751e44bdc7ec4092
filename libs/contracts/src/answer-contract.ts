import { type Static, Type } from '@sinclair/typebox';

import { closed } from './fields.js';

/**
 * What every adapter asks of a model and every response must be: all members required, nothing else.
 * It holds no bounds, so that it lies within every provider's strict subset; a name that is too long is in no context.
 */
export const answerContract = closed({
  answer: Type.String(),
  entityCitations: Type.Array(closed({ documentType: Type.String(), identity: Type.String() })),
  documentationCitations: Type.Array(Type.String()),
  limitations: Type.Array(Type.String()),
});
export type Answer = Static<typeof answerContract>;
