import { type Rejection } from '#libs/contracts';
import { type TransactionalSlice } from '#libs/event-flow';

import { type LifePorts } from '../life/life-ports.js';
import { takeArrival } from '../life/take-arrival.js';

/** Fails the question with the rejection's code and that code's sentence. */
export function onAnswerRejected(ports: LifePorts): TransactionalSlice<Rejection> {
  return ({ data, envelope }, { tx }) => {
    const { namespace, interactionId, channel, questionDigest, code } = data;
    const { time, traceparent } = envelope;
    const about = { namespace, interactionId, channel, questionDigest, cause: { time, traceparent } };
    return takeArrival(ports, tx, { ...about, happening: 'rejected', code });
  };
}
