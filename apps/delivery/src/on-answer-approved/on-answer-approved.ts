import { type PublishedAnswer } from '#libs/contracts';
import { type TransactionalSlice } from '#libs/event-flow';

import { aboutOf } from '../domain/arrival.js';
import { type LifePorts } from '../life/life-ports.js';
import { takeArrival } from '../life/take-arrival.js';

/** Completes the question with the answer whose seal verifies against the question's own row. */
export function onAnswerApproved(ports: LifePorts): TransactionalSlice<PublishedAnswer> {
  return (event, { tx }) => takeArrival(ports, tx, { ...aboutOf(event), happening: 'approved', answer: event.data });
}
