import { type Static } from '@sinclair/typebox';

import { actionProposal } from '../action.js';
import { defineEvent } from '../event-definition.js';
import { closed, configurationRef, digest, interaction, interactionId, orNull } from '../fields.js';
import { interactionKey } from '../ids.js';

const schema = closed({
  ...interaction,
  conversationId: orNull(interactionId),
  proposal: actionProposal,
  questionDigest: digest,
  draftDigest: digest,
  configuration: configurationRef,
});
export type ProposedAction = Static<typeof schema>;

/** One for each act of an answer of kind `action_proposed`; the answer itself is sealed and published like any other. */
export const actionProposedV1 = defineEvent({
  type: 'actions.proposed.v1',
  reads: 'tolerant',
  says: 'a proposal to act; it is no authority',
  schema,
  key: interactionKey,
  example: {
    interactionId: 'example-question-1',
    namespace: 'default',
    channel: 'web',
    conversationId: 'example-conversation-1',
    proposal: {
      name: 'refund_order',
      arguments: '{"order":"ORD-1042"}',
      permission: 'orders.refund',
      policy: 'everywhere',
      idempotencyKey: '5f0e6f5c-3f0c-5c0e-9a39-7f3f0b1d2c4e',
      confirmation: 'required',
    },
    questionDigest: `sha256:${'0'.repeat(64)}`,
    draftDigest: `sha256:${'1'.repeat(64)}`,
    configuration: { revision: 1, digest: `sha256:${'2'.repeat(64)}` },
  },
});
