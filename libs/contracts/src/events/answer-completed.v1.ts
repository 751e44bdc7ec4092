import { defineEvent } from '../event-definition.js';
import { interactionKey } from '../ids.js';
import { publishedAnswer } from '../published-answer.js';
import { exampleAnswer } from './answer-approved.v1.js';

export const answerCompletedV1 = defineEvent({
  type: 'answer.completed.v1',
  reads: 'strict',
  says: 'the approved answer, exactly as validation sealed it',
  schema: publishedAnswer,
  key: interactionKey,
  example: exampleAnswer,
});
