import { type ReviewRequest } from '#libs/contracts';
import { type TransactionalSlice } from '#libs/event-flow';

import { aboutOf } from '../domain/arrival.js';
import { type LifePorts } from '../life/life-ports.js';
import { takeArrival } from '../life/take-arrival.js';

/** Tells the client that a person decides, and gives the question the time that the person has. */
export function onReviewRequested(ports: LifePorts): TransactionalSlice<ReviewRequest> {
  return (event, { tx }) =>
    takeArrival(ports, tx, { ...aboutOf(event), happening: 'reviewRequested', withinMs: event.data.reviewWithinMs });
}
