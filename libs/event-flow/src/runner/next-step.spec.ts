import { OutageError, RecordRefusedError } from '../failures/failures.js';
import { afterBlockedBurial, nextStep, type Verdict } from './next-step.js';

const limits = { bugTries: 3, poison: true };
const bug: Verdict = { kind: 'threw', error: new TypeError('bug') };
const outage: Verdict = { kind: 'threw', error: new OutageError('kafka.away') };

describe('the next step', () => {
  it('given a bug, then its lane waits until the tries are used up, and then it is a dead letter', () => {
    const steps = [0, 1, 2].map((bugs) => nextStep(bug, { bugs, waits: 0 }, limits));
    expect(steps.map(({ kind }) => kind)).toEqual(['wait', 'wait', 'deadLetter']);
    expect(steps[2]).toEqual({ kind: 'deadLetter', refusal: { code: 'internal.bug', pointer: null } });
  });

  it('given an outage, then everything waits, however often', () => {
    expect(nextStep(outage, { bugs: 2, waits: 1_000 }, limits)).toEqual({ kind: 'pause', ms: expect.any(Number) });
  });

  it('given a run, which has no poison, then a bug waits like an outage after its tries', () => {
    expect(nextStep(bug, { bugs: 2, waits: 0 }, { ...limits, poison: false }).kind).toBe('pause');
  });

  it('given a slice that asks to wait, then only its lane waits, with growing patience', () => {
    const waits = [0, 20].map((tries) => nextStep({ kind: 'retry' }, { bugs: 0, waits: tries }, limits));
    expect(waits).toEqual([
      { kind: 'wait', because: 'retry', ms: expect.any(Number) },
      { kind: 'wait', because: 'retry', ms: expect.any(Number) },
    ]);
    const [first, later] = waits.map((step) => ('ms' in step ? step.ms : 0));
    expect(first).toBeLessThan(later ?? 0);
  });

  it('given a dead letter that the broker refuses, then its lane alone waits, ever longer; in an outage all wait', () => {
    const refused = new RecordRefusedError('kafka.record_too_large');
    const [first, later] = [0, 20].map((waits) => afterBlockedBurial(refused, { waits }));
    expect([first, later]).toMatchObject([{ kind: 'wait' }, { kind: 'wait' }]);
    expect('ms' in first! && 'ms' in later! && first.ms < later.ms).toBe(true);
    expect(afterBlockedBurial(new OutageError('kafka.away'), { waits: 0 }).kind).toBe('pause');
  });
});
