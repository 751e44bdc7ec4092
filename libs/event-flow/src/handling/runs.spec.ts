import { type IncomingRecord } from '#libs/contracts';

import { OutageError } from '../failures/failures.js';
import { type Run, type Transaction } from '../slice.js';
import { runs } from '../subscription.js';
import { type Transactions } from '../transactions.port.js';
import { runHandling } from './runs.js';

const { signal } = new AbortController();
const transactions: Transactions = { run: (work) => work({} as Transaction, () => undefined) };
const record = (partition: number, offset: number) =>
  ({ topic: 't', partition, offset: `${offset}` }) as IncomingRecord;
const placesOf = (some: readonly Run[]) =>
  some.map(({ partition, records }) => `${partition}: ${records.map(({ offset }) => offset).join(' ')}`);

/** What each transaction held, and the verdicts, where the slice throws `fails(partition)` for a run of it. */
async function handled(records: readonly IncomingRecord[], fails: (partition: number) => Error | undefined) {
  const taken: string[][] = [];
  const slice = async (some: readonly Run[]) => {
    taken.push(placesOf(some));
    for (const { partition } of some) {
      const failure = fails(partition);
      if (failure) throw failure;
    }
  };
  const verdicts = await runHandling(runs('t', slice), transactions).handle(records, signal);
  return { taken, verdicts: verdicts.map(({ kind }) => kind) };
}

describe('the handling of runs', () => {
  const some = [record(3, 7), record(3, 8), record(1, 4), record(2, 5)];

  it('given records of several partitions, then one transaction holds their runs, lowest partition first', async () => {
    const { taken, verdicts } = await handled(some, () => undefined);
    expect(taken).toEqual([['1: 4', '2: 5', '3: 7 8']]);
    expect(new Set(verdicts)).toEqual(new Set(['finished']));
  });

  it('given a partition that cannot go on, then the others are done without it', async () => {
    const { taken, verdicts } = await handled(some, (partition) =>
      partition === 2 ? new TypeError('bug') : undefined,
    );
    expect(taken.slice(1)).toEqual([['1: 4'], ['2: 5'], ['3: 7 8']]);
    expect(verdicts).toEqual(['finished', 'finished', 'finished', 'threw']);
  });

  it('given an outage, then nothing is tried singly', async () => {
    const { taken, verdicts } = await handled(some, () => new OutageError('database.away'));
    expect(taken).toHaveLength(1);
    expect(new Set(verdicts)).toEqual(new Set(['threw']));
  });
});
