import fc from 'fast-check';

import { type DraftAttempt } from '#libs/contracts';

import { scriptedProfile } from '../fixtures/configuration.fixture-spec.js';
import { isAffordable, paidUsage, totalUsage, unknownUsage, usageOf } from './cost.js';

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

describe('what a question may cost', () => {
  const attempt = (parts: Partial<DraftAttempt>): DraftAttempt => ({
    ...{ number: 1, state: 'RECEIVED', code: null, latencyMs: 1, usage: unknownUsage },
    ...parts,
  });
  const paid = attempt({ usage: usageOf({ inputTokens: 1000, outputTokens: 500 }, prices) });
  const refused = attempt({ state: 'REFUSED' });
  const base = scriptedProfile();
  const profile = (cost?: string) => ({ ...base, prices, limits: { ...base.limits, ...(cost ? { cost } : {}) } });
  /** 1000 tokens of input and 500 of output: 0.0045. */
  const call = { inputBytes: () => 4000, outputTokens: 500 };

  it('given no limit, then any call is made, and its size is not even looked at', () => {
    const unseen = { ...call, inputBytes: () => Number.NaN };
    expect(isAffordable(profile(), [paid, attempt({})], unseen)).toBe(true);
  });

  it.each([
    ['0.0045', [], true],
    ['0.004499999999999999', [], false],
    ['0.0045', [refused], true],
    ['0.009', [paid], true],
    ['0.0089', [paid], false],
    ['0.009', [refused, paid], true],
    ['100', [attempt({ state: 'UNOBSERVED' })], false],
  ])('given a limit of %s and what was paid before, then the next call is made or not', (limit, before, expected) => {
    expect(isAffordable(profile(limit), before, call)).toBe(expected);
  });

  it('given a refusal among what was paid, then it adds nothing and makes nothing unknown', () => {
    expect(paidUsage([refused, paid])).toEqual(paid.usage);
    expect(paidUsage([refused])).toEqual(unknownUsage);
  });

  it('given one estimate, then the sum is an estimate', () => {
    const estimated = attempt({ usage: usageOf({ inputTokens: 1, outputTokens: 1, estimated: true }, prices) });
    expect(paidUsage([paid, estimated])).toMatchObject({ estimated: true, inputTokens: 1001 });
    expect(paidUsage([paid, paid])).not.toHaveProperty('estimated');
  });
});
