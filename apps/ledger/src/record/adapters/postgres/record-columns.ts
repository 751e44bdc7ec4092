import { type Link } from '../../domain/chain.js';
import { type Facts } from '../../domain/facts.js';
import { type InsertedColumn } from './insert-many.js';

/** The columns of a link as they are written, but the chain's. */
export const linkColumns: readonly InsertedColumn<Link>[] = [
  { name: 'seq', of: ({ seq }) => seq },
  { name: 'offset', of: ({ offset }) => offset },
  { name: 'timestamp', of: ({ timestamp }) => timestamp },
  { name: 'recorded_at', of: ({ recordedAt }) => recordedAt },
  { name: 'type', of: ({ type }) => type },
  { name: 'code', of: ({ code }) => code },
  { name: 'event_id', of: ({ eventId }) => eventId },
  { name: 'namespace', of: ({ namespace }) => namespace },
  { name: 'interaction_id', of: ({ interactionId }) => interactionId },
  { name: 'facts', of: ({ facts }) => JSON.stringify(facts) },
  { name: 'data_key_id', of: ({ dataKeyId }) => dataKeyId },
  { name: 'nonce', of: ({ nonce }) => nonce },
  { name: 'ciphertext', of: ({ ciphertext }) => ciphertext },
  { name: 'hash', of: ({ hash }) => hash },
];

/** A row of `records` as the driver gives it: 64-bit numbers as text. */
export interface StoredLink {
  readonly seq: string;
  readonly offset: string;
  readonly timestamp: string;
  readonly recorded_at: string;
  readonly type: string | null;
  readonly code: string | null;
  readonly event_id: string | null;
  readonly namespace: string | null;
  readonly interaction_id: string | null;
  readonly facts: Facts;
  readonly data_key_id: string;
  readonly nonce: Buffer;
  readonly ciphertext: Buffer;
  readonly hash: Buffer;
}

export function linkOf(row: StoredLink): Link {
  return {
    seq: Number(row.seq),
    offset: row.offset,
    timestamp: row.timestamp,
    recordedAt: Number(row.recorded_at),
    type: row.type,
    code: row.code,
    eventId: row.event_id,
    namespace: row.namespace,
    interactionId: row.interaction_id,
    facts: row.facts,
    dataKeyId: row.data_key_id,
    nonce: row.nonce,
    ciphertext: row.ciphertext,
    hash: row.hash,
  };
}
