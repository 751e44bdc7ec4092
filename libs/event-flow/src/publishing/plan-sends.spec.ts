import fc from 'fast-check';

import { maxMessageBytes, topicNamed } from '#libs/contracts';

import { planSends, recordBytes } from './plan-sends.js';

const record = (topic: string, bytes: number) => ({ topic, key: null, headers: [], value: Buffer.alloc(bytes) });

describe('planning sends', () => {
  it('given a topic with a small limit, then a batch stays below it', () => {
    const sends = planSends(Array.from({ length: 10 }, () => record('answers.retracted.v1', 20_000)));
    expect(sends.map((send) => send.length)).toEqual([3, 3, 3, 1]);
  });

  it('given nothing, then there is no send', () => {
    expect(planSends([])).toEqual([]);
  });

  it('given any records, then order is kept, none is lost, and no batch is above what the broker takes', () => {
    const topics = fc.constantFrom('answers.retracted.v1', 'answers.drafted.v1', 'questions.asked.v1');
    const some = fc.array(fc.tuple(topics, fc.integer({ min: 0, max: 64_000 })), { maxLength: 60 });
    fc.assert(
      fc.property(some, (plans) => {
        const records = plans.map(([topic, bytes]) => record(topic, bytes));
        const sends = planSends(records);
        expect(sends.flat()).toEqual(records);
        for (const send of sends) {
          for (const name of new Set(send.map(({ topic }) => topic))) {
            const bytes = send.filter(({ topic }) => topic === name).reduce((sum, one) => sum + recordBytes(one), 0);
            expect(bytes).toBeLessThanOrEqual(
              Math.min(576 * 1024, maxMessageBytes(topicNamed(name) ?? { limitBytes: 0 })),
            );
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
