import { type ChainName, genesis, type Head, type Link } from '../../domain/chain.js';
import { type WrappedKey } from '../../domain/data-key.js';
import { type RecordStore, type RecordStoreOn } from '../../ports/record-store.port.js';
import { ensureDataKeys } from './data-keys.js';
import { insertMany } from './insert-many.js';
import { mergeSightings, sightingColumns } from './interaction-columns.js';
import { linkColumns } from './record-columns.js';

type Querying = Parameters<RecordStoreOn>[0];

/** Raw statements: one a table and run, which an entity manager does not write. */
export const recordStoreOn: RecordStoreOn = (tx): RecordStore => ({
  open: (chain) => openChain(tx, chain),
  timestamps: (chainId, offsets) => timestamps(tx, chainId, offsets),
  dataKeys: (owners, newKey: (owner: string) => WrappedKey) => ensureDataKeys(tx, owners, newKey),
  append: (chainId, links) => appendLinks(tx, chainId, links),
  sight: async (sightings) => {
    if (sightings.length === 0) return;
    await tx.query(...insertMany('interactions as i', sightingColumns, sightings, mergeSightings));
  },
});

async function openChain(tx: Querying, chain: ChainName) {
  const name = [chain.cluster, chain.topic, chain.partition];
  await tx.query(
    `insert into chains (cluster, topic, partition) select $1, $2, $3
     where not exists (select from chains where cluster = $1 and topic = $2 and partition = $3)
     on conflict do nothing`,
    name,
  );
  const [row] = await tx.query<
    { id: number; now: string; seq: string | null; offset: string | null; hash: Buffer | null }[]
  >(
    `select c.id, floor(extract(epoch from now()) * 1000)::bigint as now, r.seq, r."offset", r.hash
     from chains c left join lateral (
       select seq, "offset", hash from records where chain_id = c.id order by seq desc limit 1) r on true
     where c.cluster = $1 and c.topic = $2 and c.partition = $3`,
    name,
  );
  if (row === undefined) throw new Error('a chain that was just made is not there');
  const { id, now, seq, offset, hash } = row;
  const head: Head = hash === null ? genesis(chain) : { seq: Number(seq), offset, hash };
  return { id, now: Number(now), head };
}

async function timestamps(tx: Querying, chainId: number, offsets: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ offset: string; timestamp: string }[]>(
    'select "offset", timestamp from records where chain_id = $1 and "offset" = any($2::bigint[])',
    [chainId, offsets],
  );
  return new Map(rows.map(({ offset, timestamp }) => [offset, timestamp]));
}

async function appendLinks(tx: Querying, chainId: number, links: readonly Link[]): Promise<void> {
  const columns = [{ name: 'chain_id', of: () => chainId }, ...linkColumns];
  await tx.query(...insertMany('records', columns, links));
}
