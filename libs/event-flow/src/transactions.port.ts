import { type OutgoingEvent } from '#libs/contracts';

import { type Transaction } from './slice.js';

/** For work that no event starts: workers, sweeps, HTTP intake. */
export interface Transactions {
  /**
   * Runs `work` in one transaction; what it emits is filed in the outbox of the same transaction, and the relay is
   * woken after the commit. A serialisation failure or deadlock repeats `work` as a whole.
   */
  run<T>(work: (tx: Transaction, emit: (...events: OutgoingEvent[]) => void) => Promise<T>): Promise<T>;
}
