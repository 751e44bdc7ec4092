import { type IncomingRecord, type OutgoingEvent } from '#libs/contracts';

import { done, type SliceResult, type Transaction } from '../slice.js';
import { type Transactions } from '../transactions.port.js';
import { type Task, transactionalHandling } from './transactional.js';

const recordOf = (key: string): IncomingRecord => ({
  ...{ topic: 'questions.asked.v1', partition: 0, offset: '0', timestamp: '0' },
  ...{ key: Buffer.from(key), headers: [], value: Buffer.from(key) },
});

/** A transaction in whose inbox everything is new. */
const tx = {
  query: async (_sql: string, [, sources, ids]: [string, string[], string[]]) =>
    sources.map((source, index) => ({ source, id: ids[index] })),
} as unknown as Transaction;

const eventOf = (key: string) => ({ key }) as OutgoingEvent;

describe('a batch whose slices run together', () => {
  let emitted: string[];
  let ended: boolean;
  const transactions: Transactions = {
    run: async (work) => {
      try {
        return await work(tx, (...events) => emitted.push(...events.map(({ key }) => key)));
      } finally {
        ended = true;
      }
    },
  };
  const handle = (together: boolean, slice: (key: string) => Promise<SliceResult>) => {
    const task = ({ key }: IncomingRecord): Task => {
      const name = key?.toString() ?? '';
      return { entry: { source: 'test', id: name, digest: Buffer.alloc(0) }, handle: () => slice(name) };
    };
    const handling = transactionalHandling({ group: 'g', batch: 50, together, transactions }, task);
    return handling.handle(['a', 'b', 'c'].map(recordOf), new AbortController().signal);
  };

  beforeEach(() => {
    emitted = [];
    ended = false;
  });

  it.each([
    [true, 3],
    [false, 1],
  ])(
    'given together %s, then %i of three have begun before the first ends, and events keep their order',
    async (together, most) => {
      let under = 0;
      let seen = 0;
      const verdicts = await handle(together, async (key) => {
        seen = Math.max(seen, (under += 1));
        await new Promise(setImmediate);
        under -= 1;
        return done(eventOf(key));
      });
      expect(seen).toBe(most);
      expect(emitted).toEqual(['a', 'b', 'c']);
      expect(verdicts).toEqual([{ kind: 'finished' }, { kind: 'finished' }, { kind: 'finished' }]);
    },
  );

  it('given one that fails, then the transaction ends after the last, nothing is emitted, and all go alone', async () => {
    let slowIsOver = false;
    const verdicts = await handle(true, async (key) => {
      if (key === 'b') throw new Error('a bug');
      await new Promise(setImmediate);
      expect(ended).toBe(false);
      slowIsOver = true;
      return done(eventOf(key));
    });
    expect([slowIsOver, ended, emitted]).toEqual([true, true, []]);
    expect(verdicts).toEqual([{ kind: 'alone' }, { kind: 'alone' }, { kind: 'alone' }]);
  });
});
