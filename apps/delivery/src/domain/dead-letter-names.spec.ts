import {
  answerRejectedV1,
  type Code,
  type DeadLetter,
  questionAskedV1,
  questionDigest,
  type IncomingRecord,
  readQuestion,
} from '#libs/contracts';
import { sha256 } from '#libs/kernel';

import { closesNothing, questionNamedBy } from './dead-letter-names.js';

function deadLetter(topic: string, data: unknown, code: Code, headers: Record<string, string> = {}): DeadLetter {
  const record: IncomingRecord = {
    topic,
    partition: 0,
    offset: '1',
    timestamp: '1760000000000',
    key: null,
    headers: Object.entries(headers).map(([name, value]) => [name, Buffer.from(value)] as const),
    value: Buffer.from(typeof data === 'string' ? data : JSON.stringify(data)),
  };
  const { partition, offset, timestamp } = record;
  const rest = { group: 'g', pointer: null, attempts: 3, firstFailure: '2026-01-01T00:00:00Z' };
  return { origin: { service: 'generation', topic, partition, offset, timestamp, code, ...rest }, record };
}

const binary = (type: string) => ({ ce_specversion: '1.0', ce_id: 'a', ce_source: 's', ce_type: type });
const rejection = answerRejectedV1.example;

describe('the question that a dead letter names', () => {
  it('given the question itself, bare, then it is named by the digest of its data', () => {
    const question = questionAskedV1.example;
    expect(questionNamedBy(deadLetter('questions.asked.v1', question, 'internal.bug'))).toEqual({
      namespace: 'default',
      interactionId: question.interactionId,
      questionDigest: questionDigest(question),
    });
  });

  it('given a later event, then the question is the one whose digest it names', () => {
    const letter = deadLetter('answers.rejected.v1', rejection, 'event.schema', binary('answers.rejected.v1'));
    const { namespace, interactionId, questionDigest: digest } = rejection;
    expect(questionNamedBy(letter)).toEqual({ namespace, interactionId, questionDigest: digest });
  });

  const nested = (levels: number) =>
    JSON.stringify({ ...questionAskedV1.example, tools: 'deep' }).replace(
      '"deep"',
      '['.repeat(levels) + ']'.repeat(levels),
    );
  const illFormed = JSON.stringify({ ...questionAskedV1.example, question: '\ud800' });

  it.each([
    ['nested beyond any stack', nested(50_000)],
    ['that holds ill-formed text', illFormed],
    [
      'that holds a number beyond all',
      JSON.stringify({ ...questionAskedV1.example, timeoutMs: 0 }).replace(':0}', ':1e999}'),
    ],
  ])('given a question %s, then it has the digest by which its refusal names it: that of its bytes', (_name, value) => {
    const letter = deadLetter('questions.asked.v1', value, 'question.too_deep');
    const read = readQuestion(letter.record, 'cluster');
    const asker = read.ok ? undefined : read.failure.asker;
    expect(asker?.digest).toBe(sha256(value));
    expect(questionNamedBy(letter)?.questionDigest).toBe(asker?.digest);
  });

  it('given an event that holds a model’s ill-formed text, then its question is named all the same', () => {
    const event = JSON.stringify({ ...rejection, text: '\ud800' });
    const letter = deadLetter('answers.drafted.v1', event, 'internal.bug', binary('answers.drafted.v1'));
    expect(questionNamedBy(letter)).toMatchObject({ interactionId: rejection.interactionId });
  });

  it.each<Code>([
    'seal.signature',
    'seal.refused',
    'question.id_reused',
    'event.id_reused',
    'unsupported_version',
    'event.contradiction',
  ])('given %s, then it closes nothing', (code) => {
    expect(closesNothing(code)).toBe(true);
    expect(questionNamedBy(deadLetter('questions.asked.v1', questionAskedV1.example, code))).toBeUndefined();
  });

  it.each(['not json', '[]', '"text"', 'null', '{"interactionId":7}', '{"interactionId":"\\ud800"}'])(
    'given %s, then no question is named',
    (value) => {
      expect(questionNamedBy(deadLetter('answers.rejected.v1', value, 'event.schema'))).toBeUndefined();
    },
  );
});
