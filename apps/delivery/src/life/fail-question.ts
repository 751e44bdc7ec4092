import { type OutcomeCode, type OutgoingEvent } from '#libs/contracts';
import { type Transaction } from '#libs/event-flow';
import { makeNoticeRelease } from '#libs/seal';

import { type Cause } from '../domain/arrival.js';
import { type Asked, placeOfAsked, type QuestionRecord } from '../domain/question.js';
import { type QuestionStore } from '../ports/question-store.port.js';
import { clientEvent } from '../release/client-event.js';

/** Ends a question in delivery's own name, with a code and that code's sentence. The caller has asked the life table. */
export async function failQuestion(
  questions: QuestionStore,
  tx: Transaction,
  question: QuestionRecord,
  asked: Asked,
  code: OutcomeCode,
  cause: Cause,
): Promise<OutgoingEvent> {
  const release = makeNoticeRelease(placeOfAsked(question, asked), 2, code);
  const event = clientEvent(release, cause);
  if (!event.ok) throw new Error('a notice is above the limit of a client topic');
  await questions.move(tx, question, { state: 'FAILED', asked, code, published: release.bytes });
  return event.value;
}
