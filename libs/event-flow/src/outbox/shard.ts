import { hash } from 'node:crypto';

/** Shards of an outbox; each is relayed by one instance at a time. */
export const shardCount = 16;

/** The shard of a record key: the first byte of its SHA-256, mod 16. */
export function shardOf(key: string | Buffer): number {
  return hash('sha256', key, 'buffer').readUInt8(0) % shardCount;
}
