import { type Transaction } from '#libs/event-flow';

import { type Arrival } from '../domain/arrival.js';
import { type InteractionId } from '../domain/question.js';

/** What came before its question, or before the answer that it takes back. */
export interface EarlyArrivals {
  /** False where one for the same question and place is held: the first one wins. */
  hold(tx: Transaction, arrival: Arrival): Promise<boolean>;
  /** Everything held under this id, which is held no longer. */
  take(tx: Transaction, id: InteractionId): Promise<Arrival[]>;
}
