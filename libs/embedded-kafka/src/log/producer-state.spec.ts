import fc from 'fast-check';
import { ErrorCode } from '../protocol/error-code.js';
import { ProducerState } from './producer-state.js';

const batch = (baseSequence: number, recordCount = 1, producerEpoch = 0) => ({
  producerId: 7,
  producerEpoch,
  baseSequence,
  recordCount,
});

function after(...batches: ReturnType<typeof batch>[]): ProducerState {
  const state = new ProducerState();
  let offset = 100;
  for (const each of batches) {
    state.record(each, offset);
    offset += each.recordCount;
  }
  return state;
}

const refused = (error: ErrorCode) => ({ kind: 'refused', error });

describe('the state of producers', () => {
  it('given a producer that is not known, when it starts anywhere, then it is fresh', () => {
    expect(after().check(batch(55))).toEqual({ kind: 'fresh' });
  });

  it('given the next number, when it is checked, then it is fresh; after a gap it is out of order', () => {
    const state = after(batch(0, 3));
    expect(state.check(batch(3))).toEqual({ kind: 'fresh' });
    expect(state.check(batch(4))).toEqual(refused(ErrorCode.outOfOrderSequence));
  });

  it('given one of the last five, when it comes again, then its first offset is known; the sixth is not', () => {
    const state = after(...[0, 1, 2, 3, 4, 5].map((sequence) => batch(sequence)));
    expect(state.check(batch(1))).toEqual({ kind: 'duplicate', baseOffset: 101, lastOffset: 101 });
    expect(state.check(batch(0))).toEqual(refused(ErrorCode.outOfOrderSequence));
  });

  it('given an older epoch, when it writes, then it is fenced; a newer one starts at zero', () => {
    const state = after(batch(0, 1, 2));
    expect(state.check(batch(1, 1, 1))).toEqual(refused(ErrorCode.invalidProducerEpoch));
    expect(state.check(batch(0, 1, 3))).toEqual({ kind: 'fresh' });
    expect(state.check(batch(1, 1, 3))).toEqual(refused(ErrorCode.outOfOrderSequence));
  });

  it('given the highest number, when the next comes, then it is zero', () => {
    expect(after(batch(2 ** 31 - 2, 2)).check(batch(0))).toEqual({ kind: 'fresh' });
  });

  it('given no producer id, when batches come, then none is a repetition', () => {
    const state = new ProducerState();
    const plain = { producerId: -1, producerEpoch: -1, baseSequence: -1, recordCount: 1 };
    state.record(plain, 0);
    expect(state.check(plain)).toEqual({ kind: 'fresh' });
  });

  it('given any run of batches with repetitions, when it is replayed, then each is appended once', () => {
    const deliveries = fc.array(
      fc.record({ size: fc.integer({ min: 1, max: 9 }), again: fc.integer({ min: 0, max: 3 }) }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(deliveries, (runs) => {
        const state = new ProducerState();
        let [sequence, appended] = [0, 0];
        for (const { size, again } of runs) {
          for (let time = 0; time <= again; time++) {
            const check = state.check(batch(sequence, size));
            if (check.kind !== 'fresh') continue;
            state.record(batch(sequence, size), appended);
            appended += size;
          }
          sequence += size;
        }
        expect(appended).toBe(sequence);
      }),
    );
  });
});
