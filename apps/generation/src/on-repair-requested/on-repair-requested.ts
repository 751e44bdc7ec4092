import { type RepairRequest } from '#libs/contracts';
import { deadLetter, done, type TransactionalSlice } from '#libs/event-flow';

import { type AnswerJob, type JobFiling } from '../ports/job-filing.port.js';

/**
 * Files the one repair of a draft that this service made, ordinal 1 whatever the event says. A request that names
 * another draft, question or channel, or a draft whose content is purged, contradicts what is known here.
 */
export function onRepairRequested(jobs: JobFiling): TransactionalSlice<RepairRequest> {
  return async ({ data: request, envelope }, { tx }) => {
    const answer = await jobs.findAnswer(tx, request);
    const pointer = contradiction(answer, request);
    if (pointer !== undefined) return deadLetter('event.contradiction', pointer);
    const { namespace, interactionId, errors } = request;
    await jobs.fileRepair(tx, { namespace, interactionId, errors, traceparent: envelope.traceparent });
    return done();
  };
}

function contradiction(answer: AnswerJob | undefined, request: RepairRequest): string | undefined {
  if (answer === undefined) return '/interactionId';
  if (answer.channel !== request.channel) return '/channel';
  if (answer.questionDigest !== request.questionDigest) return '/questionDigest';
  if (answer.draftDigest !== request.draftDigest || !answer.holdsContent) return '/draftDigest';
  return undefined;
}
