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
  const headers: Record<string, Buffer[]> = {};
  // kafkajs can't write a header without a value, though it reads one: it becomes an empty one.
  for (const [name, value] of record.headers) (headers[name] ??= []).push(value ?? Buffer.alloc(0));
  return { key: record.key, value: record.value, headers };
}

function pairsOf(headers: IHeaders): [string, Buffer | null][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, Buffer | null] => [name, bytesOf(one)]),
  );
}

function bytesOf(value: string | Buffer | null | undefined): Buffer | null {
  return typeof value === 'string' ? Buffer.from(value) : (value ?? null);
}
