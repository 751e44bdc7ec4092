import { type ModelResult } from '#libs/model-client';

import { nextStep } from '../../../apps/generation/src/domain/attempt.js';
import { type StreamCase } from './stream-case-spec.js';

/** What our contract makes of a case; where it differs from the case's oracle, `says` tells why. */
export interface Verdict {
  readonly says: string;
  readonly prove: (result: ModelResult, oracle: StreamCase['oracle']) => void;
}

const budget = { number: 1, maxAttempts: 2, remainingMs: 3_600_000, elsewhere: 'none' as const };

/** Ends with the whole text of the oracle, and the usage of the oracle where it names one. */
export const whole = (says: string, choices = 1): Verdict => ({
  says: `${says}, then the answer is whole`,
  prove: (result, { text, usage }) => {
    expect(result).toMatchObject({ kind: 'response' });
    if (result.kind !== 'response') return;
    expect(result.choices).toHaveLength(choices);
    expect(result.choices[0]).toMatchObject({ finish: 'complete', content: text });
    if (usage === undefined) return;
    expect(result.tokens).toEqual({ inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens });
  },
});

/** Validation rejects it as envelope.filtered, however complete it looks. */
export const filtered = (says: string): Verdict => ({
  says: `${says}, then it ended under the filter and is not complete`,
  prove: (result) => expect(result).toMatchObject({ kind: 'response', choices: [{ finish: 'filtered' }] }),
});

/** Ends without a response. Whatever an oracle says of trying again: it may have been paid, so it is not sent again. */
export const broken = (says: string, code: 'provider.broken' | 'provider.malformed' = 'provider.broken'): Verdict => ({
  says: `${says}, then the call is ${code} and is not sent again`,
  prove: (result) => {
    expect(result).toMatchObject({ kind: 'broken', code });
    if (result.kind === 'broken') expect(nextStep(result, budget)).toEqual({ kind: 'fail', code });
  },
});

/** Refused for now: the job rests for as long as it was asked to, and fails at once where the question has less time. */
export const rests = (says: string): Verdict => ({
  says: `${says}, then the job rests as long, outside of any handler`,
  prove: (result, { not_before_s: seconds = 0 }) => {
    expect(result).toEqual({ kind: 'refused', reason: 'rate_limited', retryAfterMs: seconds * 1000 });
    if (result.kind !== 'refused') return;
    expect(nextStep(result, budget)).toEqual({ kind: 'again', waitMs: seconds * 1000 });
    const short = { ...budget, remainingMs: seconds * 1000 };
    expect(nextStep(result, short)).toEqual({ kind: 'fail', code: 'provider.rate_limited' });
  },
});

export const calls = (says: string, expected: readonly { id: string; arguments: string }[]): Verdict => ({
  says,
  prove: (result) =>
    expect(result).toMatchObject({ kind: 'response', choices: [{ content: null, finish: 'tool', toolCalls: expected }] }),
});
