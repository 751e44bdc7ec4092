import fc from 'fast-check';

import {
  admission,
  afterHearing,
  type Circuit,
  type CircuitLimits,
  closedCircuit,
  type Heard,
  heardFrom,
} from './circuit.js';
import { unknownTokens } from './cost.js';

const limits: CircuitLimits = { failures: 3, restMs: 1_000, longestRestMs: 4_000, tryingMs: 60_000 };
const after = (circuit: Circuit, now: number, ...heard: Heard[]) =>
  heard.reduce((state, one) => afterHearing(state, one, now, limits), circuit);
const open = after(closedCircuit, 0, 'failed', 'failed', 'failed');

describe('a circuit', () => {
  it('given failures in a row, then it opens at the last of them and rests', () => {
    expect(after(closedCircuit, 0, 'failed', 'failed')).toEqual({ kind: 'closed', failures: 2 });
    expect(open).toEqual({ kind: 'open', until: 1_000, restMs: 1_000 });
    expect(admission(open, 400, limits)).toEqual({ kind: 'wait', waitMs: 600 });
  });

  it('given an answer among them, then they count anew; given nothing, then neither', () => {
    expect(after(closedCircuit, 0, 'failed', 'failed', 'answered', 'failed')).toEqual({ kind: 'closed', failures: 1 });
    expect(after(closedCircuit, 0, 'failed', 'nothing', 'failed')).toEqual({ kind: 'closed', failures: 2 });
  });

  it('given the rest is over, then one call tries and the others wait for it', () => {
    const first = admission(open, 1_000, limits);
    expect(first).toEqual({ kind: 'call', circuit: { kind: 'half_open', until: 61_000, restMs: 1_000 } });
    const trying = first.kind === 'call' ? first.circuit : open;
    expect(admission(trying, 2_000, limits)).toEqual({ kind: 'wait', waitMs: 59_000 });
    expect(afterHearing(trying, 'answered', 2_000, limits)).toEqual(closedCircuit);
    expect(afterHearing(trying, 'failed', 2_000, limits)).toEqual({ kind: 'open', until: 4_000, restMs: 2_000 });
    expect(admission(afterHearing(trying, 'nothing', 2_000, limits), 2_000, limits).kind).toBe('call');
    expect(admission(trying, 61_000, limits).kind).toBe('call');
  });

  it('given it fails on and on, then the rests double up to the longest', () => {
    let circuit = open;
    const rests = [1, 2, 3, 4].map(() => {
      const now = circuit.kind === 'open' ? circuit.until : 0;
      const tried = admission(circuit, now, limits);
      circuit = afterHearing(tried.kind === 'call' ? tried.circuit : circuit, 'failed', now, limits);
      return circuit.kind === 'open' ? circuit.restMs : 0;
    });
    expect(rests).toEqual([2_000, 4_000, 4_000, 4_000]);
  });

  it('given anything, then a call is admitted at last, and none while it rests', () => {
    const heard = fc.array(fc.constantFrom<Heard>('answered', 'failed', 'nothing'));
    fc.assert(
      fc.property(heard, (all) => {
        const circuit = after(closedCircuit, 0, ...all);
        expect(admission(circuit, limits.longestRestMs + limits.tryingMs, limits).kind).toBe('call');
        if (circuit.kind === 'open') expect(admission(circuit, circuit.until - 1, limits).kind).toBe('wait');
      }),
    );
  });

  it.each([
    [{ kind: 'response', model: null, choices: [], tokens: unknownTokens }, 'answered'],
    [{ kind: 'refused', reason: 'unavailable', retryAfterMs: null }, 'failed'],
    [{ kind: 'refused', reason: 'rate_limited', retryAfterMs: null }, 'answered'],
    [{ kind: 'refused', reason: 'request', retryAfterMs: null }, 'answered'],
    [{ kind: 'refused', reason: 'host', retryAfterMs: null }, 'nothing'],
    [{ kind: 'unanswered', code: 'provider.unobserved' }, 'failed'],
    [{ kind: 'broken', code: 'provider.broken', tokens: unknownTokens }, 'nothing'],
  ] as const)('given %j, then it says of the endpoint: %s', (end, expected) => {
    expect(heardFrom(end)).toBe(expected);
  });
});
