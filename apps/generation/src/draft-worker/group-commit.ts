import { type OutgoingEvent } from '#libs/contracts';
import { type Transaction, type Transactions } from '#libs/event-flow';

import { inBatches } from '../in-batches.js';

type Work = (tx: Transaction, emit: (...events: OutgoingEvent[]) => void) => Promise<unknown>;

/** Works that are asked for at about the same time share one transaction, and its commit is the commit of each. */
export function groupCommit(transactions: Transactions): Transactions {
  const commit = inBatches<Work, unknown>((works) =>
    transactions.run((tx, emit) => whole(works.map((work) => work(tx, emit)))),
  );
  return { run: <T>(work: (...with_: Parameters<Work>) => Promise<T>) => commit(work) as Promise<T> };
}

/** Waits for all, failed or not: the transaction must not end while one of them still writes. */
async function whole(works: readonly Promise<unknown>[]): Promise<unknown[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
