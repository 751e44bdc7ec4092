import { type OutgoingEvent } from '#libs/contracts';
import { type Transaction, type Transactions } from '#libs/event-flow';

import { groupCommit } from './group-commit.js';

const event = (id: string) => ({ id }) as OutgoingEvent;

/** Notes what each transaction committed; one that fails commits nothing. */
function trial() {
  const committed: string[][] = [];
  let open = 0;
  const transactions: Transactions = {
    run: async (work) => {
      open += 1;
      const events: string[] = [];
      const answer = await work({} as Transaction, (...emitted) => events.push(...emitted.map(({ id }) => id)));
      committed.push(events);
      return answer;
    },
  };
  const grouped = groupCommit(transactions);
  const run: Transactions['run'] = (work) => grouped.run(work);
  return { committed, opened: () => open, run };
}

describe('a group commit', () => {
  it('given works at about the same time, then one transaction commits them, and each has its own answer', async () => {
    const { committed, run } = trial();
    const answers = ['a', 'b', 'c'].map((id) =>
      run(async (_tx, emit) => {
        emit(event(id));
        return `done ${id}`;
      }),
    );
    expect(await Promise.all(answers)).toEqual(['done a', 'done b', 'done c']);
    expect(committed).toEqual([['a', 'b', 'c']]);
  });

  it('given one that fails, then the others commit without it, each by itself, and no transaction ends before its works', async () => {
    const { committed, opened, run } = trial();
    let slowIsOver = 0;
    const slow = run(async (_tx, emit) => {
      await new Promise(setImmediate);
      emit(event('slow'));
      slowIsOver += 1;
    });
    const failing = run(() => {
      expect(slowIsOver).toBe(opened() - 1);
      return Promise.reject(new Error('cannot be kept'));
    });
    await expect(failing).rejects.toThrow('cannot be kept');
    await slow;
    expect(committed).toEqual([['slow']]);
    expect(slowIsOver).toBe(2);
  });
});
