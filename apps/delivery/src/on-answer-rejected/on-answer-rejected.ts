import { type Rejection } from '#libs/contracts';
import { type TransactionalSlice } from '#libs/event-flow';

import { aboutOf } from '../domain/arrival.js';
import { type LifePorts } from '../life/life-ports.js';
import { takeArrival } from '../life/take-arrival.js';

/** Fails the question with the rejection's code and that code's sentence. */
export function onAnswerRejected(ports: LifePorts): TransactionalSlice<Rejection> {
  return (event, { tx }) => takeArrival(ports, tx, { ...aboutOf(event), happening: 'rejected', code: event.data.code });
}
