import { type PublishedRetraction } from '#libs/contracts';
import { type TransactionalSlice } from '#libs/event-flow';

import { aboutOf } from '../domain/arrival.js';
import { type LifePorts } from '../life/life-ports.js';
import { takeArrival } from '../life/take-arrival.js';

/** Takes a published answer back; a retraction that overtook its answer waits for it. */
export function onAnswerRetracted(ports: LifePorts): TransactionalSlice<PublishedRetraction> {
  return (event, { tx }) =>
    takeArrival(ports, tx, { ...aboutOf(event), happening: 'retracted', retraction: event.data });
}
