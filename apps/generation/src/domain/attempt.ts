import { type Choice, type Code, type DraftAttempt } from '#libs/contracts';
import { assertNever } from '#libs/kernel';

import { type Tokens, unknownTokens } from './cost.js';

/** SENDING is committed before the first byte; every other state is an end. */
export type AttemptState = 'SENDING' | DraftAttempt['state'];

/** How a call ended, in the words of the model client. */
export type CallEnd =
  | {
      readonly kind: 'response';
      readonly model: string | null;
      readonly choices: readonly Choice[];
      readonly tokens: Tokens;
    }
  | {
      readonly kind: 'refused';
      readonly reason: 'rate_limited' | 'unavailable' | 'request' | 'host';
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'broken'; readonly code: Code; readonly tokens: Tokens }
  | { readonly kind: 'unanswered'; readonly code: Code };

export interface AttemptEnd {
  readonly state: DraftAttempt['state'];
  readonly code: Code | null;
  readonly tokens: Tokens;
}

export function attemptEnd(end: CallEnd): AttemptEnd {
  switch (end.kind) {
    case 'response':
      return { state: 'RECEIVED', code: null, tokens: end.tokens };
    case 'refused':
      return { state: 'REFUSED', code: refusalCodes[end.reason], tokens: unknownTokens };
    case 'broken':
      return { state: 'BROKEN', code: end.code, tokens: end.tokens };
    case 'unanswered':
      return { state: 'UNOBSERVED', code: end.code, tokens: unknownTokens };
    default:
      return assertNever(end);
  }
}

export const refusalCodes = {
  rate_limited: 'provider.rate_limited',
  unavailable: 'provider.unavailable',
  request: 'provider.request_refused',
  host: 'provider.host_refused',
} as const;

/** Whether the same call may go through later. */
const isForNow = { rate_limited: true, unavailable: true, request: false, host: false } as const;

/** What follows from an attempt. Only after a proven refusal is anything sent again: everything else may have been paid. */
export type NextStep =
  | { readonly kind: 'deliver'; readonly response: Extract<CallEnd, { kind: 'response' }> }
  | { readonly kind: 'again'; readonly waitMs: number }
  /** To the next rung of the ladder, at once. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'fail'; readonly code: Code };

/** Whether another profile could be asked now in the place of the one that just refused, and how strongly. */
export type Elsewhere = 'as_strong' | 'weaker' | 'none';

export interface AttemptBudget {
  /** The attempt of this profile that just ended, from 1. */
  readonly number: number;
  /** Attempts of this profile. */
  readonly maxAttempts: number;
  /** Milliseconds until the question's time is up. */
  readonly remainingMs: number;
  /** Another profile that may be asked instead. */
  readonly elsewhere: Elsewhere;
}

export function nextStep(end: CallEnd, budget: AttemptBudget): NextStep {
  switch (end.kind) {
    case 'response':
      return { kind: 'deliver', response: end };
    case 'broken':
    case 'unanswered':
      return { kind: 'fail', code: end.code };
    case 'refused':
      return afterRefusal(end, budget);
    default:
      return assertNever(end);
  }
}

/**
 * A profile that is asked as strongly comes before a rest, and a rest before one that is asked less strongly.
 * `retry-after` is honoured as it is; where it lies beyond the question's time there is no further attempt.
 */
function afterRefusal(end: Extract<CallEnd, { kind: 'refused' }>, budget: AttemptBudget): NextStep {
  if (budget.elsewhere === 'as_strong') return { kind: 'elsewhere' };
  const waitMs = end.retryAfterMs ?? backoffMs(budget.number);
  const mayRepeat = isForNow[end.reason] && budget.number < budget.maxAttempts;
  if (mayRepeat && waitMs < budget.remainingMs) return { kind: 'again', waitMs };
  return budget.elsewhere === 'weaker' ? { kind: 'elsewhere' } : { kind: 'fail', code: refusalCodes[end.reason] };
}

/** Half a second, doubled for each attempt, at most ten seconds. */
const backoffMs = (number: number): number => Math.min(10_000, 500 * 2 ** (number - 1));
