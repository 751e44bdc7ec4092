import { topicNamed } from '#libs/contracts';

import { type OutgoingRecord } from '../ports/event-publisher.port.js';

const mostBytes = 512 * 1024;
/** Record and batch framing, generously: offsets, lengths, timestamps. */
const framingBytes = 64;

/**
 * Cuts records into sends, in order. kafkajs makes one record batch of all records of a send for a partition and the
 * broker's limit (the topic's limit and 64 kB) is on the batch, so a send holds at most 512 kB or the topic's limit of
 * one topic; a single record may be as large as its topic lets it.
 */
export function planSends(records: readonly OutgoingRecord[]): OutgoingRecord[][] {
  const sends: OutgoingRecord[][] = [];
  let filled = new Map<string, number>();
  for (const record of records) {
    const bytes = recordBytes(record);
    const held = filled.get(record.topic) ?? 0;
    if (sends.length === 0 || (held > 0 && held + bytes > limitOf(record.topic))) {
      sends.push([]);
      filled = new Map();
    }
    sends.at(-1)?.push(record);
    filled.set(record.topic, (filled.get(record.topic) ?? 0) + bytes);
  }
  return sends;
}

/** Bytes of a record on the wire, about: key, headers, value and framing. */
export function recordBytes(record: OutgoingRecord): number {
  const headers = record.headers.reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + (value?.length ?? 0) + 4,
    0,
  );
  return headers + (record.key?.length ?? 0) + (record.value?.length ?? 0) + framingBytes;
}

function limitOf(topic: string): number {
  return Math.min(mostBytes, topicNamed(topic)?.limitBytes ?? mostBytes);
}
