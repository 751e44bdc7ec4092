import { type Code } from '#libs/contracts';
import { type Transaction } from '#libs/event-flow';

import { type Arrival } from '../domain/arrival.js';

/** The record of what came after the outcome, or for another question under the same id. It holds no content. */
export interface LateOutcomes {
  record(tx: Transaction, arrival: Arrival, code: Code): Promise<void>;
}
