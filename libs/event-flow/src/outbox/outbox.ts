import { type OutgoingEvent } from '#libs/contracts';

import { joinedBytes } from '../joined-bytes.js';
import { prepared } from '../prepared.js';
import { type Transaction } from '../slice.js';
import { shardOf } from './shard.js';

/**
 * Files events in one statement, in their order. Called last in a transaction, after the aggregates are locked: then
 * the order of ids is the order for each key.
 */
export async function fileInOutbox(tx: Transaction, events: readonly OutgoingEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    prepared(
      `insert into event_outbox (shard, event_id, topic, key, headers, value)
       select shard, event_id, topic, substr($4::bytea, key_start, key_length),
         substr($7::bytea, headers_start, headers_length), substr($10::bytea, value_start, value_length)
       from unnest($1::smallint[], $2::uuid[], $3::text[], $5::integer[], $6::integer[], $8::integer[], $9::integer[],
         $11::integer[], $12::integer[]) with ordinality as event (shard, event_id, topic, key_start, key_length,
         headers_start, headers_length, value_start, value_length, position)
       order by position`,
    ),
    columnsOf(events),
  );
}

function columnsOf(events: readonly OutgoingEvent[]): unknown[] {
  const bytes = [
    joinedBytes(events.map(({ key }) => Buffer.from(key))),
    joinedBytes(events.map(({ headers }) => Buffer.from(JSON.stringify(headers)))),
    joinedBytes(events.map(({ value }) => value)),
  ];
  return [
    events.map(({ key }) => shardOf(key)),
    events.map(({ id }) => id),
    events.map(({ topic }) => topic),
    ...bytes.flatMap(({ bytes, starts, lengths }) => [bytes, starts, lengths]),
  ];
}

/** A row as the relay reads it. */
export interface UnsentRow {
  readonly id: string;
  readonly shard: number;
  readonly event_id: string;
  readonly topic: string;
  readonly key: Buffer;
  readonly headers: Buffer;
  readonly value: Buffer;
}

/** The event of a row, byte for byte. */
export function eventOf(row: UnsentRow): OutgoingEvent {
  return {
    id: row.event_id,
    topic: row.topic,
    key: row.key.toString(),
    headers: JSON.parse(row.headers.toString()) as Record<string, string>,
    value: row.value,
  };
}
