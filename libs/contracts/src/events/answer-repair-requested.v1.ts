import { type Static, Type } from '@sinclair/typebox';

import { defineEvent } from '../event-definition.js';
import { closed, code, configurationRef, digest, interaction, orNull, pointer } from '../fields.js';
import { interactionKey } from '../ids.js';

const structuralError = closed({ code, pointer: orNull(pointer) });

const schema = closed({
  ...interaction,
  questionDigest: digest,
  /** The draft that is to be repaired, named by `draftDigest`. */
  draftDigest: digest,
  configuration: configurationRef,
  errors: Type.Array(structuralError, { minItems: 1, maxItems: 50 }),
});
export type RepairRequest = Static<typeof schema>;

export const answerRepairRequestedV1 = defineEvent({
  type: 'answers.repair-requested.v1',
  reads: 'tolerant',
  says: 'one bounded repair: ids, digests, structural errors',
  schema,
  key: interactionKey,
  example: {
    interactionId: 'example-question-1',
    namespace: 'default',
    channel: 'web',
    questionDigest: `sha256:${'0'.repeat(64)}`,
    draftDigest: `sha256:${'1'.repeat(64)}`,
    configuration: { revision: 1, digest: `sha256:${'2'.repeat(64)}` },
    errors: [{ code: 'parse.not_json', pointer: null }],
  },
});
