import { type IncomingRecord } from '#libs/contracts';

import { classify } from '../failures/classify.js';
import { type Handling } from '../runner/handling.port.js';
import { type Verdict } from '../runner/next-step.js';
import { type Run } from '../slice.js';
import { type RunSubscription } from '../subscription.js';
import { type Transactions } from '../transactions.port.js';

/** Transactions under way at once, each with partitions of its own. */
const unitsAtOnce = 4;

/**
 * The runs of several partitions in one transaction; the slice fences itself by offset, so there is no inbox. When one
 * throws, all are rolled back, and each is done by itself: a partition that cannot go on holds up no other.
 */
export function runHandling(subscription: RunSubscription, transactions: Transactions): Handling {
  const attempt = async (runs: readonly Run[], signal: AbortSignal): Promise<Verdict> => {
    try {
      await transactions.run((tx) => subscription.handle(runs, { tx, signal }));
      return { kind: 'finished' };
    } catch (error) {
      return { kind: 'threw', error };
    }
  };
  return {
    batch: subscription.batch,
    unitsAtOnce,
    runs: true,
    handle: async (records, signal) => {
      const runs = runsOf(records);
      const verdict = await attempt(runs, signal);
      if (!hasCulprit(verdict, runs)) return records.map(() => verdict);
      const singly = new Map<number, Verdict>();
      for (const run of runs) singly.set(run.partition, await attempt([run], signal));
      return records.map(({ partition }) => singly.get(partition) ?? verdict);
    },
  };
}

/** Lowest partition first, whatever came first: rows are locked in that order. */
function runsOf(records: readonly IncomingRecord[]): Run[] {
  const partitions = [...new Set(records.map(({ partition }) => partition))].sort((a, b) => a - b);
  return partitions.flatMap((partition) => {
    const [first, ...others] = records.filter((record) => record.partition === partition);
    return first ? [{ topic: first.topic, partition, records: [first, ...others] }] : [];
  });
}

/** An outage is nobody's fault and meets all of them as they are. */
const hasCulprit = (verdict: Verdict, runs: readonly Run[]): boolean =>
  verdict.kind === 'threw' && runs.length > 1 && classify(verdict.error) !== 'outage';
