import { type EntityManager } from 'typeorm';

import { type WrappedKey } from '../../domain/data-key.js';
import { type InsertedColumn, insertMany } from './insert-many.js';

interface StoredKey {
  readonly id: string;
  readonly owner: string;
  readonly master_key_id: string;
  readonly nonce: Buffer;
  readonly wrapped: Buffer | null;
}

const keyColumns: readonly InsertedColumn<WrappedKey>[] = [
  { name: 'id', of: ({ id }) => id },
  { name: 'owner', of: ({ owner }) => owner },
  { name: 'master_key_id', of: ({ masterKeyId }) => masterKeyId },
  { name: 'nonce', of: ({ nonce }) => nonce },
  { name: 'wrapped', of: ({ wrapped }) => wrapped },
];

/**
 * The keys of the owners. Two runs may make a key for one owner at the same time: the second waits for the first to
 * commit and takes its key. Owners come sorted, so that two such runs do not wait for each other.
 */
export async function ensureDataKeys(
  tx: EntityManager,
  owners: readonly string[],
  newKey: (owner: string) => WrappedKey,
): Promise<Map<string, WrappedKey>> {
  const kept = await dataKeysOf(tx, owners);
  const missing = owners.filter((owner) => !kept.has(owner));
  if (missing.length === 0) return kept;
  const made = await tx.query<StoredKey[]>(
    ...insertMany('data_keys', keyColumns, missing.map(newKey), 'on conflict (owner) do nothing returning *'),
  );
  for (const row of made) kept.set(row.owner, keyOf(row));
  const taken = missing.filter((owner) => !kept.has(owner));
  return taken.length === 0 ? kept : new Map([...kept, ...(await dataKeysOf(tx, taken))]);
}

async function dataKeysOf(tx: EntityManager, owners: readonly string[]): Promise<Map<string, WrappedKey>> {
  const rows = await tx.query<StoredKey[]>(
    'select id, owner, master_key_id, nonce, wrapped from data_keys where owner = any($1::text[])',
    [owners],
  );
  return new Map(rows.map((row) => [row.owner, keyOf(row)]));
}

/** The keys by id, for reading what they encrypt. */
export async function dataKeysById(tx: EntityManager, ids: readonly string[]): Promise<Map<string, WrappedKey>> {
  const rows = await tx.query<StoredKey[]>(
    'select id, owner, master_key_id, nonce, wrapped from data_keys where id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, keyOf(row)]));
}

const keyOf = ({ id, owner, master_key_id, nonce, wrapped }: StoredKey): WrappedKey => ({
  id,
  owner,
  masterKeyId: master_key_id,
  nonce,
  wrapped,
});
