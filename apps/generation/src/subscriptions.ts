import { answerRepairRequestedV1, type Configuration, questionAskedV1, readQuestion } from '#libs/contracts';
import { type Subscription, transactional, transactionalWith } from '#libs/event-flow';

import { onQuestionAsked } from './on-question-asked/on-question-asked.js';
import { onRepairRequested } from './on-repair-requested/on-repair-requested.js';
import { type JobFiling } from './ports/job-filing.port.js';

export function subscriptions(jobs: JobFiling, configuration: () => Configuration): Subscription[] {
  return [
    transactionalWith({
      topic: questionAskedV1.type,
      read: readQuestion,
      handle: onQuestionAsked(jobs, configuration),
      together: true,
    }),
    transactional(answerRepairRequestedV1, onRepairRequested(jobs)),
  ];
}
