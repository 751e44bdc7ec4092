import { type PublishedRetraction } from '#libs/contracts';
import { type TransactionalSlice } from '#libs/event-flow';

import { type LifePorts } from '../life/life-ports.js';
import { takeArrival } from '../life/take-arrival.js';

/** Takes a published answer back; a retraction that overtook its answer waits for it. */
export function onAnswerRetracted(ports: LifePorts): TransactionalSlice<PublishedRetraction> {
  return ({ data: retraction, envelope }, { tx }) => {
    const { namespace, interactionId, channel, questionDigest } = retraction;
    const { time, traceparent } = envelope;
    const about = { namespace, interactionId, channel, questionDigest, cause: { time, traceparent } };
    return takeArrival(ports, tx, { ...about, happening: 'retracted', retraction });
  };
}
