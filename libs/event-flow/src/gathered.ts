import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

import { type Transaction } from './slice.js';

interface Gathering<In, Out> {
  readonly all: In[];
  readonly done: Promise<readonly Out[]>;
}

/** When what is asked for is gathered no longer: before anything else has its turn, or with this turn of the event loop. */
const windows = { tick: () => Promise.resolve(), turn: () => turnOfTheLoop() };

/** What each transaction was last asked for: a connection does one statement at a time, and meanwhile more is gathered. */
const underWay = new WeakMap<Transaction, Promise<unknown>>();

/**
 * Takes what is asked for on one transaction within a moment, and does it at once: for the slices of a batch that run
 * together. `many` answers in the order in which it was asked; where it fails, it fails for all. The moment is `tick`
 * where all ask first thing, `turn` where they compute before.
 */
export function gathered<In, Out>(
  many: (tx: Transaction, all: readonly In[]) => Promise<readonly Out[]>,
  moment: keyof typeof windows = 'tick',
): (tx: Transaction, one: In) => Promise<Out> {
  const gatherings = new WeakMap<Transaction, Gathering<In, Out>>();
  const begin = (tx: Transaction): Gathering<In, Out> => {
    const all: In[] = [];
    const done = Promise.all([windows[moment](), underWay.get(tx)]).then(() => {
      gatherings.delete(tx);
      return many(tx, all);
    });
    underWay.set(
      tx,
      done.catch(() => undefined),
    );
    const gathering = { all, done };
    gatherings.set(tx, gathering);
    return gathering;
  };
  return async (tx, one) => {
    const { all, done } = gatherings.get(tx) ?? begin(tx);
    const index = all.push(one) - 1;
    return (await done)[index] as Out;
  };
}
