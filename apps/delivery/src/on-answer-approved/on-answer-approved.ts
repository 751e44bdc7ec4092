import { type PublishedAnswer } from '#libs/contracts';
import { type TransactionalSlice } from '#libs/event-flow';

import { type LifePorts } from '../life/life-ports.js';
import { takeArrival } from '../life/take-arrival.js';

/** Completes the question with the answer whose seal verifies against the question's own row. */
export function onAnswerApproved(ports: LifePorts): TransactionalSlice<PublishedAnswer> {
  return ({ data: answer, envelope }, { tx }) => {
    const { namespace, interactionId, channel, questionDigest } = answer;
    const { time, traceparent } = envelope;
    const about = { namespace, interactionId, channel, questionDigest, cause: { time, traceparent } };
    return takeArrival(ports, tx, { ...about, happening: 'approved', answer });
  };
}
