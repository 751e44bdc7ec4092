import { type Static, Type } from '@sinclair/typebox';

import { defineEvent } from '../event-definition.js';
import { closed, code, configurationRef, digest, interaction } from '../fields.js';
import { findings } from '../finding.js';
import { interactionKey } from '../ids.js';

const schema = closed({
  ...interaction,
  questionDigest: digest,
  draftDigest: digest,
  ordinal: Type.Integer({ minimum: 0, maximum: 1 }),
  /** The code of the outcome: the first failed finding in the order of the decision table, or the draft's own failure. */
  code,
  findings,
  configuration: configurationRef,
});
export type Rejection = Static<typeof schema>;

export const answerRejectedV1 = defineEvent({
  type: 'answers.rejected.v1',
  reads: 'tolerant',
  says: 'the code and the findings, no text',
  schema,
  key: interactionKey,
  example: {
    interactionId: 'example-question-1',
    namespace: 'default',
    channel: 'web',
    questionDigest: `sha256:${'0'.repeat(64)}`,
    draftDigest: `sha256:${'1'.repeat(64)}`,
    ordinal: 0,
    code: 'envelope.truncated',
    findings: [{ code: 'envelope.truncated', layer: 'envelope', status: 'failed', pointer: null, span: null }],
    configuration: { revision: 1, digest: `sha256:${'2'.repeat(64)}` },
  },
});
