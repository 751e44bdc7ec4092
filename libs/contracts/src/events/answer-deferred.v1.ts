import { defineEvent } from '../event-definition.js';
import { interactionKey } from '../ids.js';
import { makeNotice } from '../notice.js';
import { deferredNotice } from '../published-answer.js';

export const answerDeferredV1 = defineEvent({
  type: 'answer.deferred.v1',
  reads: 'strict',
  says: 'a person looks at the answer first',
  schema: deferredNotice,
  key: interactionKey,
  example: makeNotice(
    { interactionId: 'example-question-1', namespace: 'default', channel: 'web' },
    1,
    'review.pending',
  ),
});
