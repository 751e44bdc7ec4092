import { type Transaction } from '#libs/event-flow';

import { type Arrival, earlyPlaceOf } from '../../domain/arrival.js';
import { type InteractionId } from '../../domain/question.js';
import { type EarlyArrivals } from '../../ports/early-arrivals.port.js';

export const postgresEarlyArrivals: EarlyArrivals = { hold, take };

async function hold(tx: Transaction, arrival: Arrival): Promise<boolean> {
  const { namespace, interactionId, questionDigest } = arrival;
  const held = await tx.query<unknown[]>(
    `insert into early_arrivals (namespace, interaction_id, question_digest, place, arrival)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning 1`,
    [namespace, interactionId, questionDigest, earlyPlaceOf(arrival), Buffer.from(JSON.stringify(arrival))],
  );
  return held.length > 0;
}

async function take(tx: Transaction, { namespace, interactionId }: InteractionId): Promise<Arrival[]> {
  const [rows] = await tx.query<[{ arrival: Buffer }[], number]>(
    'delete from early_arrivals where namespace = $1 and interaction_id = $2 returning arrival',
    [namespace, interactionId],
  );
  return rows.map(({ arrival }) => JSON.parse(arrival.toString('utf8')) as Arrival);
}
