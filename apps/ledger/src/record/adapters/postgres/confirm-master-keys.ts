import { type DataSource, type EntityManager } from 'typeorm';

import { type RecordCode, RecordError } from '../../domain/record-code.js';
import { type MasterKeys, proofOf } from '../crypto/master-keys.js';

/** A key that wraps nothing any more may be made anew under its id. */
const remember = `insert into master_keys (id, proof) values ($1, $2)
  on conflict (id) do update set proof = excluded.proof, first_used_at = now()
  where not exists (select from data_keys where master_key_id = excluded.id and wrapped is not null)`;
const inUse = `select id, proof from master_keys
  where exists (select from data_keys where master_key_id = master_keys.id and wrapped is not null) order by id`;

/**
 * Holds the key file against what this database was written with, before anything is encrypted: a wrong file would
 * otherwise be noticed only when somebody reads. A file that is refused leaves nothing behind.
 * @throws RecordError `record.master_key_wrong` or `record.master_key_unknown`, naming the id
 */
export function confirmMasterKeys(dataSource: DataSource, masterKeys: MasterKeys): Promise<void> {
  return dataSource.transaction((tx) => confirm(tx, masterKeys));
}

async function confirm(tx: EntityManager, { byId }: MasterKeys): Promise<void> {
  for (const key of byId.values()) await tx.query(remember, [key.id, proofOf(key)]);
  for (const { id, proof } of await tx.query<{ id: string; proof: Buffer }[]>(inUse)) {
    const key = byId.get(id);
    if (key === undefined) throw refused('record.master_key_unknown', id);
    if (!proofOf(key).equals(proof)) throw refused('record.master_key_wrong', id);
  }
}

const refused = (code: RecordCode, id: string): RecordError => new RecordError(code, `master key ${id}`);
