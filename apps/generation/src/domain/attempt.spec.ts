import fc from 'fast-check';

import { attemptEnd, type AttemptBudget, type CallEnd, nextStep } from './attempt.js';
import { unknownTokens } from './cost.js';

const budget: AttemptBudget = { number: 1, maxAttempts: 3, remainingMs: 10_000, elsewhere: 'none' };
const refused = (reason: 'rate_limited' | 'unavailable' | 'request', retryAfterMs: number | null = null): CallEnd => ({
  kind: 'refused',
  reason,
  retryAfterMs,
});

describe('what follows from an attempt', () => {
  const table: [string, CallEnd, Partial<AttemptBudget>, unknown][] = [
    ['429 with retry-after', refused('rate_limited', 3000), {}, { kind: 'again', waitMs: 3000 }],
    ['5xx without one', refused('unavailable'), {}, { kind: 'again', waitMs: 500 }],
    ['5xx the second time', refused('unavailable'), { number: 2 }, { kind: 'again', waitMs: 1000 }],
    ['the last attempt', refused('unavailable'), { number: 3 }, { kind: 'fail', code: 'provider.unavailable' }],
    [
      'retry-after beyond the time',
      refused('rate_limited', 10_000),
      {},
      { kind: 'fail', code: 'provider.rate_limited' },
    ],
    ['a refused request', refused('request', 1), {}, { kind: 'fail', code: 'provider.request_refused' }],
    [
      '429 and another profile that is asked as strongly',
      refused('rate_limited', 1),
      { elsewhere: 'as_strong' },
      { kind: 'elsewhere' },
    ],
    [
      '429 and a profile that is asked less strongly',
      refused('rate_limited', 3000),
      { elsewhere: 'weaker' },
      { kind: 'again', waitMs: 3000 },
    ],
    [
      'retry-after beyond the time, and a profile that is asked less strongly',
      refused('rate_limited', 10_000),
      { elsewhere: 'weaker' },
      { kind: 'elsewhere' },
    ],
    ['a refused request and another profile', refused('request'), { elsewhere: 'weaker' }, { kind: 'elsewhere' }],
  ];
  it.each(table)('given %s, then as the table says', (_what, end, parts, expected) => {
    expect(nextStep(end, { ...budget, ...parts })).toEqual(expected);
  });

  it('given anything that may have been paid, then it is never sent again', () => {
    const paid: CallEnd[] = [
      { kind: 'response', model: null, choices: [], tokens: unknownTokens },
      { kind: 'broken', code: 'provider.broken', tokens: unknownTokens },
      { kind: 'unanswered', code: 'provider.unobserved' },
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...paid),
        fc.nat(10),
        fc.nat(10),
        fc.nat(),
        fc.constantFrom('as_strong' as const, 'weaker' as const, 'none' as const),
        (end, number, maxAttempts, remainingMs, elsewhere) => {
          expect(['deliver', 'fail']).toContain(nextStep(end, { number, maxAttempts, remainingMs, elsewhere }).kind);
          expect(attemptEnd(end).state).not.toBe('REFUSED');
        },
      ),
    );
  });

  it('given any refusal, then an attempt follows only within count and time', () => {
    const end = fc.record({
      kind: fc.constant('refused' as const),
      reason: fc.constantFrom('rate_limited' as const, 'unavailable' as const, 'request' as const),
      retryAfterMs: fc.option(fc.nat(100_000)),
    });
    fc.assert(
      fc.property(
        end,
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer(),
        (refusal, number, maxAttempts, remainingMs) => {
          const next = nextStep(refusal, { number, maxAttempts, remainingMs, elsewhere: 'none' });
          if (next.kind !== 'again') return;
          expect(number).toBeLessThan(maxAttempts);
          expect(next.waitMs).toBeLessThan(remainingMs);
          expect(next.waitMs).toBeGreaterThanOrEqual(refusal.retryAfterMs ?? 0);
        },
      ),
    );
  });
});
