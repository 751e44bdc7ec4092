import { OutageError } from '#libs/event-flow';

import { inBatches } from './in-batches.js';

describe('what is done in batches', () => {
  function trial(fails: (all: readonly number[]) => Error | undefined = () => undefined) {
    const batches: (readonly number[])[] = [];
    const double = inBatches(async (all: readonly number[]) => {
      batches.push(all);
      const failure = fails(all);
      if (failure) throw failure;
      return all.map((one) => 2 * one);
    });
    return { batches, double };
  }

  it('given forty at once, then three batches in their order, and each hears its own answer', async () => {
    const { batches, double } = trial();
    const asked = Array.from({ length: 40 }, (_, index) => index);
    expect(await Promise.all(asked.map(double))).toEqual(asked.map((one) => 2 * one));
    expect(batches.map(({ length }) => length)).toEqual([16, 16, 8]);
    expect(batches.flat()).toEqual(asked);
    expect(await double(50)).toBe(100);
  });

  it('given one that cannot be done, then it alone fails', async () => {
    const { batches, double } = trial((all) => (all.includes(2) ? new Error('two') : undefined));
    const settled = await Promise.allSettled([1, 2, 3].map(double));
    expect(settled).toMatchObject([{ value: 2 }, { reason: { message: 'two' } }, { value: 6 }]);
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('given an outage, then it meets all of the batch, once, and the next batch is done', async () => {
    const { batches, double } = trial(() => (batches.length === 1 ? new OutageError('database.away') : undefined));
    const settled = await Promise.allSettled([1, 2].map(double));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await double(3)).toBe(6);
    expect(batches).toEqual([[1, 2], [3]]);
  });
});
