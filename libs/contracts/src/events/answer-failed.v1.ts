import { defineEvent } from '../event-definition.js';
import { interactionKey } from '../ids.js';
import { makeNotice } from '../notice.js';
import { failedNotice } from '../published-answer.js';

export const answerFailedV1 = defineEvent({
  type: 'answer.failed.v1',
  reads: 'strict',
  says: 'there is no answer, and why',
  schema: failedNotice,
  key: interactionKey,
  example: makeNotice(
    { interactionId: 'example-question-1', namespace: 'default', channel: 'web' },
    2,
    'envelope.truncated',
  ),
});
