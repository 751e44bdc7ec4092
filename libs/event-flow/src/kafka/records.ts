import { type IHeaders, type KafkaMessage, type Message } from 'kafkajs';

import { type IncomingRecord } from '#libs/contracts';

import { type OutgoingRecord } from '../ports/event-publisher.port.js';

export function toIncoming(topic: string, partition: number, message: KafkaMessage): IncomingRecord {
  return {
    topic,
    partition,
    offset: message.offset,
    timestamp: message.timestamp,
    key: message.key,
    headers: pairsOf(message.headers ?? {}),
    value: message.value,
  };
}

export function toMessage(record: OutgoingRecord): Message {
  // Nothing inherited: a header may be named `constructor`.
  const headers = Object.create(null) as Record<string, Buffer[]>;
  // kafkajs can't write a header without a value, though it reads one: it becomes an empty one.
  for (const [name, value] of record.headers) (headers[name] ??= []).push(value ?? Buffer.alloc(0));
  return { key: record.key, value: record.value, headers };
}

/**
 * kafkajs gathers headers on a plain object and takes what that inherits for a first value: a header named `toString`
 * or `__proto__` comes as [function or object, Buffer]. Only what the broker can have sent is a value.
 */
function pairsOf(headers: IHeaders): [string, Buffer | null][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isSent).map((one): [string, Buffer | null] => [name, bytesOf(one)]),
  );
}

const isSent = (value: unknown): boolean => value == null || typeof value === 'string' || Buffer.isBuffer(value);

function bytesOf(value: string | Buffer | null | undefined): Buffer | null {
  return typeof value === 'string' ? Buffer.from(value) : (value ?? null);
}
