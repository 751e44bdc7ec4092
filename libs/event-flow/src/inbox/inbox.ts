import { hash } from 'node:crypto';

import { type IncomingRecord } from '#libs/contracts';

import { prepared } from '../prepared.js';
import { type Transaction } from '../slice.js';

/** What makes a record known when it comes again. */
export interface InboxEntry {
  readonly source: string;
  readonly id: string;
  readonly digest: Buffer;
}

/** `new`: never seen. `known`: the same again. `reused`: another record under the same source and id. */
export type Acquaintance = 'new' | 'known' | 'reused';

export function inboxEntry(record: IncomingRecord, name: { source: string; id: string }): InboxEntry {
  const digest = hash('sha256', record.value ?? '', 'buffer');
  return { source: name.source, id: name.id, digest };
}

/** As `inboxEntry`, for events of which a second under the same id is another event, told apart by its bytes. */
export function inboxEntryByBytes(record: IncomingRecord, name: { source: string; id: string }): InboxEntry {
  const entry = inboxEntry(record, name);
  return { ...entry, id: `${name.id} ${entry.digest.toString('hex')}` };
}

/** The name of a record that has none of its own, or none that can be read: its place. */
export function placeName(record: IncomingRecord, clusterId: string): { source: string; id: string } {
  return { source: `urn:kafka:${clusterId}:${record.topic}`, id: `${record.partition}-${record.offset}` };
}

/** Files the entries in one statement and says of each what it is; a concurrent transaction with the same is waited for. */
export async function fileInInbox(
  tx: Transaction,
  consumer: string,
  entries: readonly InboxEntry[],
): Promise<Acquaintance[]> {
  const fresh = new Set((await insertNew(tx, consumer, entries)).map(nameOf));
  if (fresh.size === entries.length) return entries.map(() => 'new');
  const known = new Map((await select(tx, consumer, entries)).map((entry) => [nameOf(entry), entry.digest]));
  return entries.map((entry) => {
    // Twice in one batch: the first is new, the second meets the first.
    if (fresh.delete(nameOf(entry))) return 'new';
    return known.get(nameOf(entry))?.equals(entry.digest) ? 'known' : 'reused';
  });
}

type Name = Pick<InboxEntry, 'source' | 'id'>;
const nameOf = ({ source, id }: Name): string => `${source}\n${id}`;

/** Sorted, so that two transactions with the same events wait for each other and do not lock each other. */
async function insertNew(tx: Transaction, consumer: string, entries: readonly InboxEntry[]): Promise<Name[]> {
  const sorted = [...entries].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return tx.query(
    prepared(
      `insert into event_inbox (consumer, source, id, digest)
       select $1, source, id, digest from unnest($2::text[], $3::text[], $4::bytea[]) as entry (source, id, digest)
       on conflict do nothing returning source, id`,
    ),
    [consumer, ...columns(sorted), sorted.map(({ digest }) => digest)],
  );
}

async function select(tx: Transaction, consumer: string, entries: readonly InboxEntry[]): Promise<InboxEntry[]> {
  return tx.query(
    `select source, id, digest from event_inbox
     where consumer = $1 and (source, id) in (select * from unnest($2::text[], $3::text[]))`,
    [consumer, ...columns(entries)],
  );
}

function columns(entries: readonly InboxEntry[]): [string[], string[]] {
  return [entries.map(({ source }) => source), entries.map(({ id }) => id)];
}
