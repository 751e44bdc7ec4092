import {
  channelServes,
  type Configuration,
  defaultTimeoutMs,
  placeOf,
  type Question,
  questionDigest,
} from '#libs/contracts';
import { deadLetter, done, type TransactionalSlice } from '#libs/event-flow';
import { assertNever } from '#libs/kernel';

import { draftingTimeMs } from '../domain/drafting-time.js';
import { type Job } from '../domain/job.js';
import { type JobFiling } from '../ports/job-filing.port.js';

/** Files the job that answers a question; the call itself is a worker's. */
export function onQuestionAsked(jobs: JobFiling, configuration: () => Configuration): TransactionalSlice<Question> {
  return async ({ data: question, envelope }, { tx }) => {
    const place = placeOf(question);
    if (!channelServes(configuration(), place)) return deadLetter('question.unknown_channel', '/channel');
    const job: Job = {
      ...place,
      ordinal: 0,
      questionDigest: questionDigest(question),
      content: { question, errors: [] },
      traceparent: envelope.traceparent,
    };
    const filed = await jobs.file(tx, job, draftingTimeMs(question.timeoutMs ?? defaultTimeoutMs));
    switch (filed) {
      case 'filed':
      case 'duplicate':
        return done();
      case 'reused':
        return deadLetter('question.id_reused', '/interactionId');
      default:
        return assertNever(filed);
    }
  };
}
