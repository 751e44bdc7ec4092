import { type Transaction } from '#libs/event-flow';

interface Gathering<In, Out> {
  readonly all: In[];
  readonly done: Promise<readonly Out[]>;
}

/**
 * Takes what is asked for on one transaction before anything else has its turn, and does it at once. `many` answers in
 * the order in which it was asked; where it fails, it fails for all.
 */
export function gathered<In, Out>(
  many: (tx: Transaction, all: readonly In[]) => Promise<readonly Out[]>,
): (tx: Transaction, one: In) => Promise<Out> {
  const gatherings = new WeakMap<Transaction, Gathering<In, Out>>();
  const begin = (tx: Transaction): Gathering<In, Out> => {
    const all: In[] = [];
    const done = Promise.resolve().then(() => {
      gatherings.delete(tx);
      return many(tx, all);
    });
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
