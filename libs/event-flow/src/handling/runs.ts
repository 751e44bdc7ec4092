import { type Handling } from '../runner/handling.port.js';
import { type Verdict } from '../runner/next-step.js';
import { type RunSubscription } from '../subscription.js';
import { type Transactions } from '../transactions.port.js';

/** Partitions whose runs are under way at once. */
const unitsAtOnce = 4;

/** Consecutive offsets of one partition in one transaction; the slice fences itself by offset, so there is no inbox. */
export function runHandling(subscription: RunSubscription, transactions: Transactions): Handling {
  return {
    batch: subscription.batch,
    unitsAtOnce,
    runs: true,
    handle: async (records, signal) => {
      try {
        await transactions.run((tx) => subscription.handle(records, { tx, signal }));
        return records.map((): Verdict => ({ kind: 'finished' }));
      } catch (error) {
        return records.map((): Verdict => ({ kind: 'threw', error }));
      }
    },
  };
}
