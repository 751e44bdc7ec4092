import { type Refusal } from '#libs/contracts';
import { assertNever } from '#libs/kernel';

import { backoffMs } from '../failures/backoff.js';
import { classify } from '../failures/classify.js';

/** What became of one record in one try. */
export type Verdict =
  | { readonly kind: 'finished'; readonly skipped?: boolean }
  | { readonly kind: 'deadLetter'; readonly refusal: Refusal }
  | { readonly kind: 'retry' }
  /** Its batch was rolled back, perhaps through no fault of its own: once more, by itself. */
  | { readonly kind: 'alone' }
  | { readonly kind: 'threw'; readonly error: unknown };

/** What the record's past tries came to. */
export interface History {
  readonly bugs: number;
  readonly waits: number;
}

export type Step =
  | { readonly kind: 'finish'; readonly skipped: boolean }
  | { readonly kind: 'deadLetter'; readonly refusal: Refusal }
  /** Only this record's lane waits. */
  | { readonly kind: 'wait'; readonly ms: number; readonly because: 'bug' | 'retry' }
  /** The whole subscription waits: what it needs is away. */
  | { readonly kind: 'pause'; readonly ms: number }
  | { readonly kind: 'alone' };

export interface StepLimits {
  readonly bugTries: number;
  /** A run has no poison: after its tries it waits like an outage. */
  readonly poison: boolean;
}

/** The one place that says what follows from a verdict. */
export function nextStep(verdict: Verdict, history: History, limits: StepLimits): Step {
  switch (verdict.kind) {
    case 'finished':
      return { kind: 'finish', skipped: verdict.skipped ?? false };
    case 'deadLetter':
      return { kind: 'deadLetter', refusal: verdict.refusal };
    case 'retry':
      return { kind: 'wait', ms: backoffMs(history.waits), because: 'retry' };
    case 'alone':
      return { kind: 'alone' };
    case 'threw':
      return afterThrow(verdict.error, history, limits);
    default:
      return assertNever(verdict);
  }
}

/** A dead letter that the broker refuses holds its lane alone, ever more patiently; an outage holds all. */
export function afterBlockedBurial(error: unknown, { waits }: Pick<History, 'waits'>): Step {
  const ms = backoffMs(waits);
  return classify(error) === 'bug' ? { kind: 'wait', ms, because: 'retry' } : { kind: 'pause', ms };
}

function afterThrow(error: unknown, history: History, { bugTries, poison }: StepLimits): Step {
  if (classify(error) !== 'bug') return { kind: 'pause', ms: backoffMs(history.waits) };
  if (history.bugs + 1 < bugTries) return { kind: 'wait', ms: backoffMs(history.bugs), because: 'bug' };
  if (!poison) return { kind: 'pause', ms: backoffMs(history.waits, { firstMs: 500 }) };
  return { kind: 'deadLetter', refusal: { code: 'internal.bug', pointer: null } };
}
