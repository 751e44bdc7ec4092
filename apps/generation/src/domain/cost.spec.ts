import fc from 'fast-check';

import { totalUsage, unknownUsage, usageOf } from './cost.js';

const prices = { currency: 'EUR', inputPerMillion: '1.5', outputPerMillion: '6' };

describe('the cost of a call', () => {
  it('given tokens and prices, then exact decimal text', () => {
    expect(usageOf({ inputTokens: 1, outputTokens: 1 }, prices).cost).toBe('0.0000075');
    expect(usageOf({ inputTokens: 0, outputTokens: 0 }, prices).cost).toBe('0');
    expect(
      usageOf({ inputTokens: 1, outputTokens: 0 }, { ...prices, inputPerMillion: '0.000000000000000001' }).cost,
    ).toBe('0.000000000000000001');
  });

  it('given a missing number, then the cost is unknown and not zero', () => {
    expect(usageOf({ inputTokens: null, outputTokens: 5 }, prices).cost).toBeNull();
    expect(usageOf({ inputTokens: 5, outputTokens: 5 }, null)).toMatchObject({ cost: null, currency: null });
    const known = usageOf({ inputTokens: 5, outputTokens: 5 }, prices);
    expect(totalUsage([known, unknownUsage])).toMatchObject({ inputTokens: null, cost: null });
    expect(totalUsage([])).toEqual(unknownUsage);
  });

  it('given any tokens, then the sum of the parts is the cost of the sum', () => {
    const tokens = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (a, b, c, d) => {
        const parts = [
          usageOf({ inputTokens: a, outputTokens: b }, prices),
          usageOf({ inputTokens: c, outputTokens: d }, prices),
        ];
        expect(totalUsage(parts)).toEqual(usageOf({ inputTokens: a + c, outputTokens: b + d }, prices));
      }),
    );
  });
});
