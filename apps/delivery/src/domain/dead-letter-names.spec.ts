import {
  answerRejectedV1,
  type Code,
  type DeadLetter,
  questionAskedV1,
  questionDigest,
  type IncomingRecord,
} from '#libs/contracts';

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

  it.each<Code>(['seal.signature', 'seal.refused', 'question.id_reused', 'event.id_reused', 'unsupported_version'])(
    'given %s, then it closes nothing',
    (code) => {
      expect(closesNothing(code)).toBe(true);
      expect(questionNamedBy(deadLetter('questions.asked.v1', questionAskedV1.example, code))).toBeUndefined();
    },
  );

  it.each(['not json', '[]', '"text"', 'null', '{"interactionId":7}', '{"interactionId":"\\ud800"}'])(
    'given %s, then no question is named',
    (value) => {
      expect(questionNamedBy(deadLetter('answers.rejected.v1', value, 'event.schema'))).toBeUndefined();
    },
  );
});
