import { type ReviewRequest } from '#libs/contracts';
import { type TransactionalSlice } from '#libs/event-flow';

import { type LifePorts } from '../life/life-ports.js';
import { takeArrival } from '../life/take-arrival.js';

/** Tells the client that a person decides, and gives the question the time that the person has. */
export function onReviewRequested(ports: LifePorts): TransactionalSlice<ReviewRequest> {
  return ({ data, envelope }, { tx }) => {
    const { namespace, interactionId, channel, questionDigest, reviewWithinMs: withinMs } = data;
    const { time, traceparent } = envelope;
    const about = { namespace, interactionId, channel, questionDigest, cause: { time, traceparent } };
    return takeArrival(ports, tx, { ...about, happening: 'reviewRequested', withinMs });
  };
}
