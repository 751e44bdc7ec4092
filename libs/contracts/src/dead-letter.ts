import { type Code } from './codes.js';
import { type IncomingRecord, type Refusal } from './incoming-event.js';
import { deadLetterTopicName, type Service } from './topics.js';

/** How a record became a dead letter; everything here is ids, codes and offsets. */
export interface DeadLetterOrigin {
  readonly service: Service;
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly timestamp: string;
  readonly code: Code;
  readonly pointer: string | null;
  /** null where the letter does not say. */
  readonly attempts: number | null;
  /** RFC 3339 */
  readonly firstFailure: string;
}

export interface DeadLetter {
  readonly origin: DeadLetterOrigin;
  /** The record as it was, its headers without their prefix. */
  readonly record: IncomingRecord;
}

/** A record to produce whose headers may repeat, as the original's may. */
export interface DeadLetterRecord {
  readonly topic: string;
  readonly key: Buffer | null;
  readonly headers: readonly (readonly [name: string, value: Buffer | null])[];
  readonly value: Buffer | null;
}

const originalPrefix = 'orig_';

/** Keeps the original key, headers (prefixed `orig_`) and bytes, and says where they came from and why they are here. */
export function writeDeadLetter(
  record: IncomingRecord,
  refusal: Refusal,
  context: { service: Service; group: string; attempts: number; firstFailure: string },
): DeadLetterRecord {
  const origin: [string, string][] = [
    ['dl_service', context.service],
    ['dl_group', context.group],
    ['dl_topic', record.topic],
    ['dl_partition', String(record.partition)],
    ['dl_offset', record.offset],
    ['dl_timestamp', record.timestamp],
    ['dl_code', refusal.code],
    ...(refusal.pointer === null ? [] : ([['dl_pointer', refusal.pointer]] satisfies [string, string][])),
    ['dl_attempts', String(context.attempts)],
    ['dl_first_failure', context.firstFailure],
  ];
  return {
    topic: deadLetterTopicName(context.service),
    key: record.key,
    headers: [
      ...origin.map(([name, text]) => [name, Buffer.from(text)] as const),
      ...record.headers.map(([name, value]) => [originalPrefix + name, value] as const),
    ],
    value: record.value,
  };
}

/** Reads a dead letter back; undefined where the record was not written by `writeDeadLetter`. */
export function readDeadLetter(record: IncomingRecord): DeadLetter | undefined {
  const own = new Map(
    record.headers.filter(([name]) => name.startsWith('dl_')).map(([name, value]) => [name, value?.toString() ?? '']),
  );
  const text = (name: string): string => own.get(name) ?? '';
  if (!['dl_service', 'dl_topic', 'dl_partition', 'dl_offset', 'dl_code'].every((name) => own.has(name)))
    return undefined;
  const origin: DeadLetterOrigin = {
    service: text('dl_service') as Service,
    group: text('dl_group'),
    topic: text('dl_topic'),
    partition: Number(text('dl_partition')),
    offset: text('dl_offset'),
    timestamp: text('dl_timestamp'),
    code: text('dl_code') as Code,
    pointer: own.get('dl_pointer') ?? null,
    attempts: /^\d{1,9}$/.test(text('dl_attempts')) ? Number(text('dl_attempts')) : null,
    firstFailure: text('dl_first_failure'),
  };
  const headers = record.headers
    .filter(([name]) => name.startsWith(originalPrefix))
    .map(([name, value]) => [name.slice(originalPrefix.length), value] as const);
  const { topic, partition, offset, timestamp } = origin;
  return { origin, record: { topic, partition, offset, timestamp, key: record.key, headers, value: record.value } };
}
