import { backoffMs } from './backoff.js';

describe('backoff', () => {
  it('given no luck, then it doubles from the first to the most', () => {
    const random = () => 1;
    expect([0, 1, 2, 20, 5_000].map((tries) => backoffMs(tries, { random }))).toEqual([100, 200, 400, 5_000, 5_000]);
  });

  it('given luck, then it is never less than half', () => {
    expect(backoffMs(3, { random: () => 0 })).toBe(400);
  });
});
