import * as fc from 'fast-check';

import {
  type Happening,
  happenings,
  isClosed,
  life,
  type QuestionState,
  sequenceOf,
  states,
  step,
} from './question-life.js';

/** The state after a step, as the store moves it. */
function after(state: QuestionState, happening: Happening): QuestionState {
  const next = step(state, happening);
  if (next === 'hold') return state === 'ABSENT' ? 'AWAITING' : state;
  return next === 'late' || next === 'ignore' ? state : next;
}

const history = fc.array(fc.constantFrom(...happenings), { maxLength: 30 });

describe('the life of a question', () => {
  it('given any state, when anything happens, then the table names one step', () => {
    for (const state of states) expect(Object.keys(life[state]).sort()).toEqual([...happenings].sort());
  });

  it.each<[QuestionState, Happening, string]>([
    ['ABSENT', 'asked', 'OPEN'],
    ['ABSENT', 'refused', 'FAILED'],
    ['ABSENT', 'approved', 'hold'],
    ['AWAITING', 'refused', 'ignore'],
    ['AWAITING', 'asked', 'OPEN'],
    ['OPEN', 'approved', 'COMPLETED'],
    ['OPEN', 'rejected', 'FAILED'],
    ['OPEN', 'reviewRequested', 'DEFERRED'],
    ['OPEN', 'retracted', 'hold'],
    ['OPEN', 'deadLettered', 'FAILED'],
    ['DEFERRED', 'approved', 'COMPLETED'],
    ['DEFERRED', 'overdue', 'FAILED'],
    ['DEFERRED', 'reviewRequested', 'ignore'],
    ['COMPLETED', 'retracted', 'RETRACTED'],
    ['COMPLETED', 'approved', 'late'],
    ['COMPLETED', 'releaseRefused', 'FAILED'],
    ['FAILED', 'approved', 'late'],
    ['FAILED', 'retracted', 'late'],
    ['RETRACTED', 'rejected', 'late'],
    ['RETRACTED', 'releaseRefused', 'ignore'],
  ])('given %s, when %s, then %s', (state, happening, expected) => {
    expect(step(state, happening)).toBe(expected);
  });

  it('given any history, then sequence never falls and a failed or retracted question stays so', () => {
    fc.assert(
      fc.property(history, (events) => {
        let state: QuestionState = 'ABSENT';
        for (const event of events) {
          const next = after(state, event);
          expect(sequenceOf(next)).toBeGreaterThanOrEqual(sequenceOf(state));
          if (state === 'FAILED' || state === 'RETRACTED') expect(next).toBe(state);
          if (isClosed(state)) expect(isClosed(next)).toBe(true);
          state = next;
        }
      }),
    );
  });

  it('given any history without a refused release, then at most one outcome is published', () => {
    fc.assert(
      fc.property(history, (events) => {
        let state: QuestionState = 'ABSENT';
        let outcomes = 0;
        for (const event of events.filter((name) => name !== 'releaseRefused')) {
          const next = after(state, event);
          if (next !== state && (next === 'COMPLETED' || next === 'FAILED')) outcomes += 1;
          state = next;
        }
        expect(outcomes).toBeLessThanOrEqual(1);
      }),
    );
  });
});
