import { eventually } from './eventually.js';

describe('eventually', () => {
  it('given a check that fails twice, when it passes, then its value is returned', async () => {
    let calls = 0;
    const value = await eventually(
      () => {
        calls += 1;
        if (calls < 3) throw new Error('not yet');
        return 'there';
      },
      { intervalMs: 1 },
    );
    expect([value, calls]).toEqual(['there', 3]);
  });

  it('given a check that always fails, when the time is over, then the last error comes out with the reason', async () => {
    const never = eventually(() => Promise.reject(new RangeError('still 3')), {
      timeoutMs: 20,
      intervalMs: 5,
      because: 'five rows',
    });
    await expect(never).rejects.toThrow(new RangeError('five rows: not within 20 ms: still 3'));
  });

  it('given a check that never settles, when the time is over, then it is given up', async () => {
    await expect(eventually(() => new Promise<never>(() => undefined), { timeoutMs: 20 })).rejects.toThrow(
      'did not settle',
    );
  });

  it('given a check that returns false, when called once, then false is its answer', async () => {
    await expect(eventually(() => false)).resolves.toBe(false);
  });
});
