import { type EventDefinition } from './event-definition.js';
import { answerApprovedV1 } from './events/answer-approved.v1.js';
import { answerCompletedV1 } from './events/answer-completed.v1.js';
import { answerDeferredV1 } from './events/answer-deferred.v1.js';
import { answerDraftedV1 } from './events/answer-drafted.v1.js';
import { answerFailedV1 } from './events/answer-failed.v1.js';
import { answerRejectedV1 } from './events/answer-rejected.v1.js';
import { answerRepairRequestedV1 } from './events/answer-repair-requested.v1.js';
import { answerRetractedClientV1 } from './events/answer-retracted-client.v1.js';
import { answerRetractedV1 } from './events/answer-retracted.v1.js';
import { configChangedV1 } from './events/config-changed.v1.js';
import { questionAskedV1 } from './events/question-asked.v1.js';
import { reviewRequestedV1 } from './events/review-requested.v1.js';

/** Every event that something here writes or reads, for the reference page and the tests. */
export const allEvents: readonly Omit<EventDefinition, 'key' | 'wellFormedPart'>[] = [
  questionAskedV1,
  answerDraftedV1,
  answerRepairRequestedV1,
  reviewRequestedV1,
  answerApprovedV1,
  answerRejectedV1,
  answerRetractedV1,
  answerDeferredV1,
  answerCompletedV1,
  answerFailedV1,
  answerRetractedClientV1,
  configChangedV1,
];
