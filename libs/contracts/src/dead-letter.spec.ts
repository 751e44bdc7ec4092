import { readDeadLetter, writeDeadLetter } from './dead-letter.js';
import { type IncomingRecord } from './incoming-event.js';

const record: IncomingRecord = {
  topic: 'questions.asked.v1',
  partition: 4,
  offset: '9',
  timestamp: '1760000000000',
  key: Buffer.from([0, 255]),
  headers: [
    ['ce_id', Buffer.from('a')],
    ['ce_id', Buffer.from([255])],
    ['empty', null],
  ],
  value: Buffer.from([0xff, 0x00]),
};
const context = { service: 'generation', group: 'g', attempts: 1, firstFailure: '2026-01-01T00:00:00.000Z' } as const;

describe('a dead letter', () => {
  it('keeps the record as it was, repeated headers and bytes that are not text included', () => {
    const letter = writeDeadLetter(record, { code: 'event.repeated_header', pointer: null }, context);
    expect(letter.topic).toBe('dlq.generation.v1');
    const read = readDeadLetter({ ...record, topic: letter.topic, headers: letter.headers });
    expect(read?.record).toEqual(record);
    expect(read?.origin).toMatchObject({
      code: 'event.repeated_header',
      topic: 'questions.asked.v1',
      offset: '9',
      partition: 4,
    });
  });

  it('given no count of attempts, or none that can be read, then it is not known', () => {
    const letter = writeDeadLetter(record, { code: 'event.not_json', pointer: null }, context);
    const others = letter.headers.filter(([name]) => name !== 'dl_attempts');
    const attempts = (headers: IncomingRecord['headers']) => readDeadLetter({ ...record, headers })?.origin.attempts;
    expect(attempts(letter.headers)).toBe(1);
    expect(attempts(others)).toBeNull();
    expect(attempts([...others, ['dl_attempts', Buffer.from('many')]])).toBeNull();
  });

  it('is undefined where somebody else wrote the record', () => {
    expect(readDeadLetter(record)).toBeUndefined();
  });
});
