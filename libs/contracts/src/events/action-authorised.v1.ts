import { type Static } from '@sinclair/typebox';

import { idempotencyKey, toolName } from '../action.js';
import { principal } from '../context.js';
import { defineEvent } from '../event-definition.js';
import { closed, configurationRef, digest, interaction, name, orNull, timestamp } from '../fields.js';
import { interactionKey } from '../ids.js';

const schema = closed({
  ...interaction,
  /** Of the proposal, with the digest of its arguments: no other act is authorised. */
  idempotencyKey,
  name: toolName,
  /** SHA-256 of the UTF-8 bytes of the proposal's `arguments`. */
  argumentsDigest: digest,
  authorisedBy: principal,
  permission: orNull(name),
  policy: name,
  /** After this the authority is gone; null: it has no end. */
  expiresAt: orNull(timestamp),
  configuration: configurationRef,
});
export type AuthorisedAction = Static<typeof schema>;

/** The only authority to execute a proposal, recorded before anything can run. */
export const actionAuthorisedV1 = defineEvent({
  type: 'actions.authorised.v1',
  reads: 'tolerant',
  says: 'authority for one proposal, and nothing else',
  schema,
  key: interactionKey,
  example: {
    interactionId: 'example-question-1',
    namespace: 'default',
    channel: 'web',
    idempotencyKey: '5f0e6f5c-3f0c-5c0e-9a39-7f3f0b1d2c4e',
    name: 'refund_order',
    argumentsDigest: `sha256:${'3'.repeat(64)}`,
    authorisedBy: { kind: 'human', id: 'olga' },
    permission: 'orders.refund',
    policy: 'everywhere',
    expiresAt: '2026-12-01T12:00:00Z',
    configuration: { revision: 1, digest: `sha256:${'2'.repeat(64)}` },
  },
});
