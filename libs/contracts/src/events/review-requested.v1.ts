import { type Static, Type } from '@sinclair/typebox';

import { defineEvent } from '../event-definition.js';
import { closed, configurationRef, digest, interaction } from '../fields.js';
import { finding } from '../finding.js';
import { interactionKey } from '../ids.js';
import { answerDraftedV1 } from './answer-drafted.v1.js';

const schema = closed({
  ...interaction,
  questionDigest: digest,
  draftDigest: digest,
  /** Milliseconds that a person has, counted by each owner from when it first saw this event. */
  reviewWithinMs: Type.Integer({ minimum: 1000, maximum: 30 * 86_400_000 }),
  findings: Type.Array(finding),
  configuration: configurationRef,
  draft: answerDraftedV1.schema,
});
export type ReviewRequest = Static<typeof schema>;

export const reviewRequestedV1 = defineEvent({
  type: 'reviews.requested.v1',
  reads: 'tolerant',
  wellFormedPart: ({ draft: { outcome: _sentByTheModel, ...draft }, ...ours }) => [draft, ours],
  says: 'a draft and findings for a person',
  schema,
  key: interactionKey,
  example: {
    interactionId: 'example-question-1',
    namespace: 'default',
    channel: 'web',
    questionDigest: `sha256:${'0'.repeat(64)}`,
    draftDigest: `sha256:${'1'.repeat(64)}`,
    reviewWithinMs: 86_400_000,
    findings: [],
    configuration: { revision: 1, digest: `sha256:${'2'.repeat(64)}` },
    draft: answerDraftedV1.example,
  },
});
