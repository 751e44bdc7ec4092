import { assertNever } from '#libs/kernel';

import { type CallEnd } from './attempt.js';

/**
 * Whether an endpoint is called. After `failures` in a row it rests; then one call tries it, and its end says whether the
 * others follow. All times are of one clock that never goes back, in milliseconds.
 */
export type Circuit =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly until: number; readonly restMs: number }
  /** One call is under way; where nothing is heard of it by `until`, another one may try. */
  | { readonly kind: 'half_open'; readonly until: number; readonly restMs: number };

export interface CircuitLimits {
  /** Calls in a row that were not answered, after which the endpoint rests. */
  readonly failures: number;
  /** The first rest; each further one in a row is twice as long. */
  readonly restMs: number;
  readonly longestRestMs: number;
  /** How long a trying call may be silent; beyond the longest call of any profile. */
  readonly tryingMs: number;
}

export const closedCircuit: Circuit = { kind: 'closed', failures: 0 };

/** What a call says of its endpoint. A call that the caller ended, or that broke half-way, says nothing. */
export type Heard = 'answered' | 'failed' | 'nothing';

export type Admission =
  { readonly kind: 'call'; readonly circuit: Circuit } | { readonly kind: 'wait'; readonly waitMs: number };

export function admission(circuit: Circuit, now: number, { tryingMs }: CircuitLimits): Admission {
  switch (circuit.kind) {
    case 'closed':
      return { kind: 'call', circuit };
    case 'open':
    case 'half_open':
      if (now < circuit.until) return { kind: 'wait', waitMs: circuit.until - now };
      return { kind: 'call', circuit: { kind: 'half_open', until: now + tryingMs, restMs: circuit.restMs } };
    default:
      return assertNever(circuit);
  }
}

export function afterHearing(circuit: Circuit, heard: Heard, now: number, limits: CircuitLimits): Circuit {
  if (heard === 'answered') return closedCircuit;
  switch (circuit.kind) {
    case 'closed': {
      const failures = circuit.failures + (heard === 'failed' ? 1 : 0);
      return failures < limits.failures ? { kind: 'closed', failures } : resting(now, limits.restMs);
    }
    case 'half_open':
      // A try that says nothing leaves the question open: the next one tries.
      if (heard === 'nothing') return { ...circuit, until: now };
      return resting(now, Math.min(circuit.restMs * 2, limits.longestRestMs));
    case 'open':
      return circuit;
    default:
      return assertNever(circuit);
  }
}

const resting = (now: number, restMs: number): Circuit => ({ kind: 'open', until: now + restMs, restMs });

/** A refusal for now or for good is an answer: the endpoint is there. */
export function heardFrom(end: CallEnd): Heard {
  switch (end.kind) {
    case 'response':
      return 'answered';
    case 'refused':
      return end.reason === 'unavailable' ? 'failed' : end.reason === 'host' ? 'nothing' : 'answered';
    case 'unanswered':
      return 'failed';
    case 'broken':
      return 'nothing';
    default:
      return assertNever(end);
  }
}
