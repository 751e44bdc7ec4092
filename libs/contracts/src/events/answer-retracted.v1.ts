import { defineEvent } from '../event-definition.js';
import { interactionKey } from '../ids.js';
import { type PublishedRetraction, publishedRetraction } from '../published-answer.js';

const zero = `sha256:${'0'.repeat(64)}` as const;

/** An example of the shape; its seal verifies under no key. */
export const exampleRetraction: PublishedRetraction = {
  interactionId: 'example-question-1',
  namespace: 'default',
  channel: 'web',
  sequence: 3,
  kind: 'retraction',
  code: 'source.revoked',
  textDigest: zero,
  questionDigest: zero,
  draftDigest: zero,
  configuration: { revision: 2, digest: zero },
  seal: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl',
};

export const answerRetractedV1 = defineEvent({
  type: 'answers.retracted.v1',
  reads: 'strict',
  says: 'a sealed retraction',
  schema: publishedRetraction,
  key: interactionKey,
  example: exampleRetraction,
});
