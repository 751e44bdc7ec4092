import { type Replayed } from '#libs/event-flow';

import { replayAnswer } from './replay-answer.js';

describe('the answer to a replay', () => {
  it.each<[Replayed, unknown]>([
    [{ kind: 'done' }, { result: 'done', code: null }],
    [{ kind: 'duplicate' }, { result: 'duplicate', code: null }],
    [
      { kind: 'deadLetter', refusal: { code: 'event.schema', pointer: '/a' } },
      { result: 'dead_letter', code: 'event.schema' },
    ],
  ])('given %j, then %j', (replayed, answer) => {
    expect(replayAnswer(replayed)).toEqual(answer);
  });

  it.each<[Replayed['kind'], number, string]>([
    ['noDeadLetter', 404, 'replay.no_dead_letter'],
    ['noReader', 409, 'replay.no_reader'],
    ['waits', 503, 'replay.waits'],
  ])('given %s, then %i %s', (kind, status, code) => {
    expect(() => replayAnswer({ kind } as Replayed)).toThrow(expect.objectContaining({ status, code }));
  });
});
