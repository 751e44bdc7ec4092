import { type IncomingRecord, maxMessageBytes, topicNamed } from '#libs/contracts';

import { type OutgoingRecord } from '../ports/event-publisher.port.js';
import { recordBytes } from '../publishing/plan-sends.js';
import { DeadLetterOffice } from './dead-letter-office.js';

const circumstances = { group: 'imprimatur.jury.t', attempts: 1, firstFailure: '2026-01-01T00:00:00.000Z' };
const incoming = (more: Partial<IncomingRecord>): IncomingRecord => ({
  topic: 'answers.drafted.v1',
  partition: 3,
  offset: '17',
  timestamp: '0',
  key: Buffer.from('k'),
  headers: [['h', Buffer.from('v')]],
  value: Buffer.from('{}'),
  ...more,
});

async function posted(record: IncomingRecord): Promise<OutgoingRecord[]> {
  const sent: OutgoingRecord[] = [];
  const office = new DeadLetterOffice('jury', async (records) => void sent.push(...records));
  await office.post(record, { code: 'event.schema', pointer: null }, circumstances);
  return sent;
}

describe('dead letter office', () => {
  it('given a record, then its dead letter keeps headers and bytes', async () => {
    const [letter] = await posted(incoming({}));
    expect(letter).toMatchObject({ topic: 'dlq.jury.v1', key: Buffer.from('k'), value: Buffer.from('{}') });
    expect(letter?.headers).toContainEqual(['orig_h', Buffer.from('v')]);
  });

  it('given the largest record that a topic takes, made of tiny headers, then they are dropped and counted, and it fits', async () => {
    const largest = maxMessageBytes(topicNamed('answers.drafted.v1') ?? { limitBytes: 0 });
    const headers = Array.from({ length: Math.floor(largest / 3) }, () => ['h', Buffer.alloc(0)] as const);
    const [letter] = await posted(incoming({ headers }));
    expect(letter && recordBytes(letter)).toBeLessThanOrEqual(2048 * 1024);
    const dropped = letter?.headers.find(([name]) => name === 'dl_headers_dropped');
    expect(dropped?.[1]?.toString()).toBe(String(headers.length));
    expect(letter?.value).toEqual(Buffer.from('{}'));
  });

  it('given a record of its own dead-letter topic, then it stays where it is', async () => {
    expect(await posted(incoming({ topic: 'dlq.jury.v1' }))).toEqual([]);
  });
});
