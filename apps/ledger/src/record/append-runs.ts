import { randomBytes } from 'node:crypto';

import { type IncomingRecord } from '#libs/contracts';
import { type RunSlice } from '#libs/event-flow';

import { append, type Entry, isBeyond } from './domain/chain.js';
import { type DataKey, keyOwner, type WrappedKey } from './domain/data-key.js';
import { describeRecord, type Description } from './domain/describe.js';
import { type Seen, sightings } from './domain/interaction.js';
import { RecordError } from './domain/record-code.js';
import { type ChainedLink, type OpenChain, type RecordStore, type RecordStoreOn } from './ports/record-store.port.js';
import { type Vault } from './ports/vault.port.js';

export interface RecordParts {
  /** Asked for at the first run, when the broker is known to be there; it is one for the life of the process. */
  readonly clusterId: () => Promise<string>;
  readonly storeOn: RecordStoreOn;
  readonly vault: Vault;
  readonly count: (topic: string, records: number) => void;
}

interface Described {
  readonly record: IncomingRecord;
  readonly description: Description;
  readonly owner: string;
}

/** What of a run is not recorded yet. */
interface FreshRun {
  readonly chain: OpenChain;
  readonly records: readonly Described[];
}

/**
 * Appends runs to the chains of their partitions, in the runner's transaction. What is recorded already is left out; a
 * former owner of a partition, whose head is stale, breaks on the unique place in the chain, and its run is repeated.
 */
export function appendRuns(parts: RecordParts): RunSlice {
  return async (runs, { tx }) => {
    const cluster = await parts.clusterId();
    const store = parts.storeOn(tx);
    const chains = await store.open(runs.map(({ topic, partition }) => ({ cluster, topic, partition })));
    const fresh: FreshRun[] = [];
    for (const [index, chain] of chains.entries()) fresh.push(await freshOf(store, chain, runs[index]?.records ?? []));
    const some = fresh.filter(({ records }) => records.length > 0);
    if (some.length > 0) await appendFresh(parts, store, some);
  };
}

async function freshOf(store: RecordStore, chain: OpenChain, run: readonly IncomingRecord[]): Promise<FreshRun> {
  const known = run.filter(({ offset }) => !isBeyond(offset, chain.head));
  await confirmRecorded(store, chain, known);
  return { chain, records: run.slice(known.length).map((record) => describedIn(chain, record)) };
}

function describedIn({ name }: OpenChain, record: IncomingRecord): Described {
  const description = describeRecord(record, name.cluster);
  return { record, description, owner: keyOwner(description.place, name) };
}

async function appendFresh(
  { vault, count }: RecordParts,
  store: RecordStore,
  runs: readonly FreshRun[],
): Promise<void> {
  const owners = [...new Set(runs.flatMap(({ records }) => records.map(({ owner }) => owner)))].sort();
  const kept = await store.dataKeys(owners, (owner) => vault.newKey(owner));
  const keys = new Map([...kept].map(([owner, key]) => [owner, usable(vault, key)]));
  await store.append(runs.flatMap((run) => linksOf(vault, run, keys)));
  await store.sight(sightings(runs.flatMap(seenIn)));
  for (const { chain, records } of runs) count(chain.name.topic, records.length);
}

function linksOf(vault: Vault, { chain, records }: FreshRun, keys: ReadonlyMap<string, DataKey>): ChainedLink[] {
  const entries = records.map((item) => entryOf(vault, chain, item, keyFor(keys, item.owner)));
  return append(chain.name, chain.head, entries).map((link) => ({ ...link, chainId: chain.id }));
}

const seenIn = ({ chain, records }: FreshRun): Seen[] =>
  records.map(({ description }) => ({ ...description, recordedAt: chain.now }));

/** A redelivery repeats what is recorded. Another record at the same offset would be lost in silence. */
async function confirmRecorded(
  store: RecordStore,
  { id, head }: OpenChain,
  known: readonly IncomingRecord[],
): Promise<void> {
  if (known.length === 0) return;
  const offsets = known.map(({ offset }) => offset);
  const recorded = await store.timestamps(id, offsets);
  const other = known.find(({ offset, timestamp }) => recorded.get(offset) !== timestamp);
  if (other === undefined) return;
  const where = `${other.topic}/${other.partition}, offset ${other.offset}, head ${head.offset ?? 'none'}`;
  throw new RecordError('record.offset_reused', where);
}

/** What still comes for an erased interaction is kept under a key that nobody keeps: the chain goes on, the content does not. */
function usable(vault: Vault, kept: WrappedKey): DataKey {
  const unwrapped = vault.unwrap(kept);
  if (unwrapped.ok) return unwrapped.value;
  if (unwrapped.failure === 'record.erased') return { id: kept.id, secret: randomBytes(32) };
  throw new RecordError(unwrapped.failure, `master key ${kept.masterKeyId}`);
}

function keyFor(keys: ReadonlyMap<string, DataKey>, owner: string): DataKey {
  const key = keys.get(owner);
  if (key === undefined) throw new Error('the store gave no key for an owner that it was asked for');
  return key;
}

function entryOf(vault: Vault, { name, now }: OpenChain, { record, description }: Described, key: DataKey): Entry {
  const { place, type, code, eventId, facts } = description;
  return {
    offset: record.offset,
    timestamp: record.timestamp,
    recordedAt: now,
    type,
    code,
    eventId,
    namespace: place?.namespace ?? null,
    interactionId: place?.interactionId ?? null,
    facts,
    dataKeyId: key.id,
    ...vault.encrypt(key, name, record.offset, record),
  };
}
