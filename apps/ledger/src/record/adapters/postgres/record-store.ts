import { type ChainName, genesis, type Head } from '../../domain/chain.js';
import { type WrappedKey } from '../../domain/data-key.js';
import {
  type ChainedLink,
  type OpenChain,
  type RecordStore,
  type RecordStoreOn,
} from '../../ports/record-store.port.js';
import { ensureDataKeys } from './data-keys.js';
import { prepared } from '#libs/event-flow';

import { type InsertedColumn, insertMany } from './insert-many.js';
import { mergeSightings, sightingColumns } from './interaction-columns.js';
import { linkColumns } from './record-columns.js';

type Querying = Parameters<RecordStoreOn>[0];

const nameColumns: readonly InsertedColumn<ChainName>[] = [
  { name: 'cluster', of: ({ cluster }) => cluster },
  { name: 'topic', of: ({ topic }) => topic },
  { name: 'partition', of: ({ partition }) => partition },
];
const chainedColumns: readonly InsertedColumn<ChainedLink>[] = [
  { name: 'chain_id', of: ({ chainId }) => chainId },
  ...linkColumns,
];

/** Raw statements: one a table and transaction, which an entity manager does not write. */
export const recordStoreOn: RecordStoreOn = (tx): RecordStore => ({
  open: (chains) => openChains(tx, chains),
  timestamps: (chainId, offsets) => timestamps(tx, chainId, offsets),
  dataKeys: (owners, newKey: (owner: string) => WrappedKey) => ensureDataKeys(tx, owners, newKey),
  append: async (links) => {
    await tx.query(...insertMany('records', chainedColumns, links));
  },
  sight: async (sightings) => {
    if (sightings.length === 0) return;
    await tx.query(...insertMany('interactions as i', sightingColumns, sightings, mergeSightings));
  },
});

async function openChains(tx: Querying, names: readonly ChainName[]): Promise<OpenChain[]> {
  const found = await findChains(tx, names);
  const missing = names.filter((_, index) => found[index] === undefined);
  if (missing.length === 0) return found.flatMap((chain) => chain ?? []);
  await tx.query(...insertMany('chains', nameColumns, missing, 'on conflict do nothing'));
  const all = (await findChains(tx, names)).flatMap((chain) => chain ?? []);
  if (all.length < names.length) throw new Error('a chain that was just made is not there');
  return all;
}

interface FoundChain {
  readonly id: number | null;
  readonly now: string;
  readonly seq: string | null;
  readonly offset: string | null;
  readonly hash: Buffer | null;
}

async function findChains(tx: Querying, names: readonly ChainName[]): Promise<(OpenChain | undefined)[]> {
  const rows = await tx.query<FoundChain[]>(
    prepared(`select c.id, floor(extract(epoch from now()) * 1000)::bigint as now, r.seq, r."offset", r.hash
     from unnest($1::text[], $2::text[], $3::integer[]) with ordinality as asked (cluster, topic, partition, position)
     left join chains c using (cluster, topic, partition)
     left join lateral (
       select seq, "offset", hash from records where chain_id = c.id order by seq desc limit 1) r on true
     order by position`),
    nameColumns.map(({ of }) => names.map(of)),
  );
  return names.map((name, index) => openChain(name, rows[index]));
}

function openChain(name: ChainName, row: FoundChain | undefined): OpenChain | undefined {
  if (row === undefined || row.id === null) return undefined;
  const { id, now, seq, offset, hash } = row;
  const head: Head = hash === null ? genesis(name) : { seq: Number(seq), offset, hash };
  return { id, name, head, now: Number(now) };
}

async function timestamps(tx: Querying, chainId: number, offsets: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ offset: string; timestamp: string }[]>(
    'select "offset", timestamp from records where chain_id = $1 and "offset" = any($2::bigint[])',
    [chainId, offsets],
  );
  return new Map(rows.map(({ offset, timestamp }) => [offset, timestamp]));
}
