import { type OutgoingEvent } from '#libs/contracts';

import { type Code } from '#libs/contracts';
import { type Transaction } from './slice.js';

/** The last look at the very bytes before they are handed to the producer. */
export interface ReleaseGuard {
  /**
   * undefined lets the record go; a code moves it aside and dead-letters it as `seal.refused`, and so does a throw, as
   * `internal.bug`. Only an outage that it throws is waited for.
   */
  check(event: OutgoingEvent): Promise<Code | undefined>;
  /**
   * Called in the transaction that moves a refused row aside; what it returns is emitted (the question's failure).
   * When it throws a bug the row is moved aside all the same: the deadline then fails its question.
   */
  onRefused(event: OutgoingEvent, code: Code, tx: Transaction): Promise<readonly OutgoingEvent[]>;
}
