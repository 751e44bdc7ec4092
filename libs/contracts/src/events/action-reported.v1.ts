import { type Static } from '@sinclair/typebox';

import { idempotencyKey, toolName } from '../action.js';
import { defineEvent } from '../event-definition.js';
import { closed, interaction, name, oneOf, orNull, timestamp } from '../fields.js';
import { interactionKey } from '../ids.js';

const schema = closed({
  ...interaction,
  idempotencyKey,
  name: toolName,
  /** `unknown`: it was begun, and nobody knows what became of it. */
  outcome: oneOf('executed', 'failed', 'not_executed', 'unknown'),
  /** Where the executing system keeps it; null where it has nothing to point at. */
  reference: orNull(name),
  /** When it ended, by the clock of whoever executed it. */
  at: timestamp,
});
export type ReportedAction = Static<typeof schema>;

/** Upstream's own word on an act, kept in the record. To go on, it asks again with the act in `executedActions`. */
export const actionReportedV1 = defineEvent({
  type: 'actions.reported.v1',
  reads: 'strict',
  says: 'what upstream says it did',
  schema,
  key: interactionKey,
  example: {
    interactionId: 'example-question-1',
    namespace: 'default',
    channel: 'web',
    idempotencyKey: '5f0e6f5c-3f0c-5c0e-9a39-7f3f0b1d2c4e',
    name: 'refund_order',
    outcome: 'executed',
    reference: 'refund-77',
    at: '2026-11-30T12:05:00Z',
  },
});
