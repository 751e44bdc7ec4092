import { gathered } from './gathered.js';
import { type Transaction } from './slice.js';

const tx = {} as Transaction;
const other = {} as Transaction;

describe('what is gathered on a transaction', () => {
  let asked: (readonly number[])[];
  let atOnce: number;
  const doubled = async (_tx: Transaction, all: readonly number[]): Promise<number[]> => {
    asked.push([...all]);
    atOnce += 1;
    await new Promise(setImmediate);
    expect(atOnce).toBe(1);
    atOnce -= 1;
    return all.map((one) => one * 2);
  };
  beforeEach(() => {
    asked = [];
    atOnce = 0;
  });

  it('given callers of one moment, then they are one call, and each gets its own answer', async () => {
    const double = gathered(doubled);
    expect(await Promise.all([1, 2, 3].map((one) => double(tx, one)))).toEqual([2, 4, 6]);
    expect(asked).toEqual([[1, 2, 3]]);
  });

  it('given callers that compute before they ask, then a turn of the loop gathers them', async () => {
    const double = gathered(doubled, 'turn');
    const late = async (one: number, ticks: number) => {
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      return double(tx, one);
    };
    expect(await Promise.all([late(1, 0), late(2, 20)])).toEqual([2, 4]);
    expect(asked).toEqual([[1, 2]]);
  });

  it('given callers while a call is under way on the transaction, then they wait for it and are the next', async () => {
    const double = gathered(doubled);
    const first = double(tx, 1);
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    expect(asked).toEqual([[1]]);
    expect(await Promise.all([first, double(tx, 2), double(tx, 3)])).toEqual([2, 4, 6]);
    expect(asked).toEqual([[1], [2, 3]]);
  });

  it('given a call that fails, then it fails for all of it, and for nobody of the next', async () => {
    let isBroken = true;
    const fragile = gathered<number, number>(async (_tx, all) => {
      if (isBroken) throw new Error('broken');
      return [...all];
    });
    const both = await Promise.allSettled([fragile(tx, 1), fragile(tx, 2)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await fragile(tx, 3)).toBe(3);
  });

  it('given two transactions, then neither is gathered with the other', async () => {
    const calls: [Transaction, number[]][] = [];
    const noted = gathered<number, number>(async (one, all) => (calls.push([one, [...all]]), [...all]));
    await Promise.all([noted(tx, 1), noted(other, 2)]);
    expect(calls).toEqual([
      [tx, [1]],
      [other, [2]],
    ]);
  });
});
