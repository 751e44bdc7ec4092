import { defineEvent } from '../event-definition.js';
import { interactionKey } from '../ids.js';
import { publishedRetraction } from '../published-answer.js';
import { exampleRetraction } from './answer-retracted.v1.js';

export const answerRetractedClientV1 = defineEvent({
  type: 'answer.retracted.v1',
  reads: 'strict',
  says: 'a published answer is taken back',
  schema: publishedRetraction,
  key: interactionKey,
  example: exampleRetraction,
});
