import { type FaultReport } from './report.js';
import { type Tally } from './tally.js';
import { type Allowance, brokenPromises } from './verdict.js';

const report: FaultReport = {
  scenario: 'kill-generation',
  broker: 'embedded',
  seed: 1,
  questions: 100,
  completed: 100,
  failedByCode: {},
  inFlightAtKill: 20,
  lost: 0,
  conflicting: 0,
  leaked: 0,
  paidTwice: 0,
  duplicates: 3,
  deadLetters: 0,
  recoverMs: 900,
};
const tally: Tally = { ...report, unplanned: {}, unobservedAskedAgain: 0 };
const allowed: Allowance = { unobserved: 16, deadLetters: false, inFlight: true };

const verdictOn = (change: Partial<FaultReport & Tally>, allowance: Partial<Allowance> = {}) =>
  brokenPromises({ ...report, ...change }, { ...tally, ...change }, { ...allowed, ...allowance });

describe('the verdict', () => {
  it('given every promise kept, and repetitions with the same bytes, then nothing is broken', () => {
    expect(verdictOn({})).toEqual([]);
  });

  it.each(['lost', 'conflicting', 'leaked', 'paidTwice'] as const)(
    'given one that is %s, then that is said',
    (name) => {
      expect(verdictOn({ [name]: 1 })).toEqual([`${name} is 1`]);
    },
  );

  it('given no more unobserved ones than call slots were killed, then they are allowed, and one more is not', () => {
    expect(verdictOn({ unplanned: { 'provider.unobserved': 16 } })).toEqual([]);
    expect(verdictOn({ unplanned: { 'provider.unobserved': 17 } })).toHaveLength(1);
    expect(verdictOn({ unplanned: { 'provider.unobserved': 1 }, unobservedAskedAgain: 1 })).toHaveLength(1);
  });

  it('given an end that is not in the plan, then it is broken whatever was killed', () => {
    expect(verdictOn({ unplanned: { 'delivery.deadline': 1 } })).toEqual([
      '1 ended as delivery.deadline, which is not the plan',
    ]);
  });

  it('given a dead letter where none belongs, or none where one does, then both are broken', () => {
    expect(verdictOn({ deadLetters: 1 })).toEqual(['1 dead letters']);
    expect(verdictOn({}, { deadLetters: true })).toEqual(['the fault did not bite: no dead letter']);
  });

  it('given nothing in flight when the fault struck, then it did not bite', () => {
    expect(verdictOn({ inFlightAtKill: 0 })).toEqual(['the fault did not bite: nothing was in flight']);
    expect(verdictOn({ inFlightAtKill: 0 }, { inFlight: false })).toEqual([]);
  });
});
