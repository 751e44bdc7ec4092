import { makeNotice } from '#libs/contracts';

import { checkNoticeBytes, makeNoticeRelease } from './notice-release.js';

const place = { interactionId: 'question-1', namespace: 'default', channel: 'web' };
const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('a notice', () => {
  it.each([
    [1, 'review.pending'],
    [2, 'delivery.deadline'],
  ] as const)('given sequence %d and %s, when made, then its bytes are let through', (sequence, code) => {
    const made = makeNoticeRelease(place, sequence, code);
    expect(made.notice).toEqual(makeNotice(place, sequence, code));
    expect(checkNoticeBytes(made.bytes)).toEqual({ ok: true, value: made });
  });

  it.each([
    ['a sentence of its own', { message: 'The answer is 42.' }],
    ['a further member', { text: 'The answer is 42.' }],
    ['a code that no client may read', { code: 'question.id_reused' }],
    ['a code that is a property of every object', { code: 'constructor' }],
    ['an id with free text', { interactionId: 'The answer is 42' }],
    ['another sequence', { sequence: 3 }],
  ])('given %s, then it is refused', (_name, change) => {
    const bytes = bytesOf({ ...makeNotice(place, 2, 'delivery.deadline'), ...change });
    expect(checkNoticeBytes(bytes)).toEqual({ ok: false, failure: 'seal.object' });
  });

  it('given the members in another order, then it is refused', () => {
    const turned = Object.fromEntries(Object.entries(makeNotice(place, 2, 'delivery.deadline')).reverse());
    expect(checkNoticeBytes(bytesOf(turned))).toEqual({ ok: false, failure: 'seal.object' });
  });

  it('given bytes that are no JSON, then they are refused', () => {
    expect(checkNoticeBytes(Buffer.from([0xff]))).toEqual({ ok: false, failure: 'seal.object' });
  });
});
