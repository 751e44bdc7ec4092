import {
  answerApprovedV1,
  answerRejectedV1,
  answerRetractedV1,
  type Configuration,
  deadLetterTopicName,
  questionAskedV1,
  readQuestion,
  reviewRequestedV1,
  type Service,
} from '#libs/contracts';
import { records, type Subscription, transactional, transactionalWith } from '#libs/event-flow';

import { type LifePorts } from './life/life-ports.js';
import { onAnswerApproved } from './on-answer-approved/on-answer-approved.js';
import { onAnswerRejected } from './on-answer-rejected/on-answer-rejected.js';
import { onAnswerRetracted } from './on-answer-retracted/on-answer-retracted.js';
import { onDeadLetter } from './on-dead-letter/on-dead-letter.js';
import { onQuestionAsked } from './on-question-asked/on-question-asked.js';
import { onQuestionRefused } from './on-question-asked/on-question-refused.js';
import { onReviewRequested } from './on-review-requested/on-review-requested.js';

/** Whose dead letters may end a question; the ledger answers nobody. */
const answering = ['generation', 'validation', 'jury', 'delivery'] as const satisfies Service[];

/** The question store locks, and moves, the questions of a batch in one statement. */
const together = { together: true } as const;

/**
 * A draft decided anew, under a rotated key or a new configuration, gives an outcome of the same id and other bytes:
 * the first that was taken stands, the second is `delivery.late`.
 */
const outcomes = { ...together, knownBy: 'bytes' } as const;

export function subscriptions(ports: LifePorts, configuration: () => Configuration): Subscription[] {
  return [
    transactionalWith({
      topic: questionAskedV1.type,
      read: readQuestion,
      handle: onQuestionAsked(ports, configuration),
      refused: onQuestionRefused(ports, configuration),
      ...together,
    }),
    transactional(answerApprovedV1, onAnswerApproved(ports), outcomes),
    transactional(answerRejectedV1, onAnswerRejected(ports), outcomes),
    transactional(reviewRequestedV1, onReviewRequested(ports), outcomes),
    transactional(answerRetractedV1, onAnswerRetracted(ports), outcomes),
    ...answering.map((service) => records(deadLetterTopicName(service), onDeadLetter(ports))),
  ];
}
