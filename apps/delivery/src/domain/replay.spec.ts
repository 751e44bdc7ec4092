import { type IncomingRecord, questionDigest, replayId } from '#libs/contracts';

import { configuration } from '../fixtures/configuration.fixture-spec.js';
import { type QuestionState } from './question-life.js';
import { type QuestionRecord } from './question.js';
import { askedAnew, replayAction } from './replay.js';

const question = { interactionId: 'question-1', channel: 'web', question: 'Why?', timeoutMs: 5000 };
const retrieval = { strategy: 'keyword' as const, limit: 1 };
const named = { namespace: 'default', interactionId: 'question-1', questionDigest: questionDigest(question) };
const other = { ...named, questionDigest: questionDigest('another') };
const row = (state: QuestionState): QuestionRecord => ({
  namespace: 'default',
  interactionId: 'question-1',
  state,
  asked: {
    channel: 'web',
    questionDigest: named.questionDigest,
    principal: { kind: 'human', id: 'ada' },
    traceparent: null,
    replayOf: null,
    record: null,
  },
  code: null,
  published: null,
  holdsEarly: false,
});

describe('what a replay does', () => {
  it.each<[QuestionState, string, string]>([
    ['OPEN', 'pass_on', 'pass_on'],
    ['DEFERRED', 'pass_on', 'pass_on'],
    ['FAILED', 'ask_anew', 'ask_anew'],
    ['COMPLETED', 'ask_anew', 'answered'],
    ['RETRACTED', 'ask_anew', 'answered'],
  ])('given a question that is %s: %s, and after it was passed on: %s', (state, first, again) => {
    expect([replayAction(named, row(state), false), replayAction(named, row(state), true)]).toEqual([first, again]);
  });

  it('given a dead letter that names no question, none that is known, or another under the id, then it is passed on', () => {
    const awaiting = { ...row('AWAITING'), asked: null };
    expect(replayAction(undefined, undefined, false)).toBe('pass_on');
    expect(replayAction(named, undefined, true)).toBe('pass_on');
    expect(replayAction(named, awaiting, false)).toBe('pass_on');
    expect(replayAction(other, row('COMPLETED'), false)).toBe('pass_on');
  });
});

describe('a question asked anew', () => {
  const record = (data: unknown): IncomingRecord => ({
    topic: 'questions.asked.v1',
    partition: 0,
    offset: '7',
    timestamp: '1764504001000',
    key: null,
    headers: [],
    value: Buffer.from(JSON.stringify(data)),
  });
  const closedBy = (data: object) => ({ ...named, questionDigest: questionDigest(data) });

  it('is the same but for its id, which is the same each time', () => {
    const anew = { ...question, interactionId: replayId('default', 'question-1'), replayOf: 'question-1' };
    expect(askedAnew(record(question), named, configuration)).toEqual({ ok: true, value: anew });
  });

  it.each([
    ['no record', undefined, named, 'replay.question_gone'],
    ['a record without a value', { ...record({}), value: null }, named, 'replay.question_gone'],
    ['the record of another question', record({ ...question, question: 'What?' }), named, 'replay.question_gone'],
    [
      'a question that is still refused',
      record({ ...question, retrieval }),
      closedBy({ ...question, retrieval }),
      'not_supported_yet',
    ],
    [
      'a channel that is gone',
      record({ ...question, channel: 'gone' }),
      closedBy({ ...question, channel: 'gone' }),
      'question.unknown_channel',
    ],
  ])('given %s, then it is refused as it is', (_name, given, closed, code) => {
    expect(askedAnew(given, closed, configuration)).toMatchObject({ ok: false, failure: { code } });
  });
});
