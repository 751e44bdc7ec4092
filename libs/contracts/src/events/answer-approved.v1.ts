import { defineEvent } from '../event-definition.js';
import { interactionKey } from '../ids.js';
import { type PublishedAnswer, publishedAnswer } from '../published-answer.js';

const zero = `sha256:${'0'.repeat(64)}` as const;

/** An example of the shape; its seal verifies under no key. */
export const exampleAnswer: PublishedAnswer = {
  interactionId: 'example-question-1',
  namespace: 'default',
  channel: 'web',
  sequence: 2,
  kind: 'answer',
  conversationId: null,
  text: 'A broken check never approves.',
  entityCitations: [],
  documentationCitations: ['docs/decisions'],
  limitations: [],
  answerSource: 'KNOWLEDGE_EXTRACTS',
  generationKind: 'DETERMINISTIC',
  notice: 'This answer consists of labelled extracts of its sources.',
  parts: [{ kind: 'extract', text: 'A broken check never approves.', references: [] }],
  citations: [],
  citationsReviewed: false,
  evidence: { mode: 'NOT_ASSESSED', gaps: 0, conflicts: 0 },
  retrieval: { requested: null, used: null },
  probability_calibration: 'UNAVAILABLE',
  mode: { asked: 'none', used: 'none' },
  repaired: false,
  questionDigest: zero,
  draftDigest: zero,
  contextDigest: zero,
  configuration: { revision: 1, digest: zero },
  checks: { set: 'checks-1', digest: zero },
  seal: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl',
};

export const answerApprovedV1 = defineEvent({
  type: 'answers.approved.v1',
  reads: 'strict',
  says: 'what is to be published, sealed',
  schema: publishedAnswer,
  key: interactionKey,
  example: exampleAnswer,
});
