import { type OutgoingEvent } from '#libs/contracts';

import { type Transaction } from '../slice.js';
import { shardOf } from './shard.js';

/**
 * Files events in one statement, in their order. Called last in a transaction, after the aggregates are locked: then
 * the order of ids is the order for each key.
 */
export async function fileInOutbox(tx: Transaction, events: readonly OutgoingEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    `insert into event_outbox (shard, event_id, topic, key, headers, value)
     select shard, event_id, topic, key, headers, value
     from unnest($1::smallint[], $2::uuid[], $3::text[], $4::bytea[], $5::bytea[], $6::bytea[]) with ordinality
       as event (shard, event_id, topic, key, headers, value, position)
     order by position`,
    [
      events.map(({ key }) => shardOf(key)),
      events.map(({ id }) => id),
      events.map(({ topic }) => topic),
      events.map(({ key }) => Buffer.from(key)),
      events.map(({ headers }) => Buffer.from(JSON.stringify(headers))),
      events.map(({ value }) => value),
    ],
  );
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
