import { beforeCall } from './tried.js';

describe('a profile that may not be called yet', () => {
  it.each([
    [0, 'as_strong', 'call'],
    [1000, 'as_strong', 'elsewhere'],
    [1000, 'weaker', 'rest'],
    [1000, 'none', 'rest'],
    [5000, 'weaker', 'elsewhere'],
    [5000, 'none', 'fail'],
  ] as const)('given %d ms to wait of 5000 and another that is %s, then %s', (waitMs, elsewhere, expected) => {
    expect(beforeCall(waitMs, 5000, elsewhere)).toBe(expected);
  });
});
