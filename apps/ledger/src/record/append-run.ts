import { randomBytes } from 'node:crypto';

import { type IncomingRecord } from '#libs/contracts';
import { type RunSlice } from '#libs/event-flow';

import { append, type ChainName, type Entry, isBeyond } from './domain/chain.js';
import { type DataKey, keyOwner, type WrappedKey } from './domain/data-key.js';
import { describeRecord, type Description } from './domain/describe.js';
import { sightings } from './domain/interaction.js';
import { RecordError } from './domain/record-code.js';
import { type OpenChain, type RecordStore, type RecordStoreOn } from './ports/record-store.port.js';
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

/**
 * Appends a run of one partition to its chain, in the runner's transaction. What is recorded already is left out; a
 * former owner of the partition, whose head is stale, breaks on the unique place in the chain, and its run is repeated.
 */
export function appendRun(parts: RecordParts): RunSlice {
  return async (records, { tx }) => {
    const [first] = records;
    if (first === undefined) return;
    const chain = { cluster: await parts.clusterId(), topic: first.topic, partition: first.partition };
    const store = parts.storeOn(tx);
    const open = await store.open(chain);
    await confirmRecorded(
      store,
      open,
      records.filter(({ offset }) => !isBeyond(offset, open.head)),
    );
    const fresh = records.filter(({ offset }) => isBeyond(offset, open.head));
    if (fresh.length > 0) await appendFresh(parts, store, chain, open, fresh);
  };
}

async function appendFresh(
  { vault, count }: RecordParts,
  store: RecordStore,
  chain: ChainName,
  open: OpenChain,
  fresh: readonly IncomingRecord[],
): Promise<void> {
  const described = fresh.map((record): Described => {
    const description = describeRecord(record, chain.cluster);
    return { record, description, owner: keyOwner(description.place, chain) };
  });
  const owners = [...new Set(described.map(({ owner }) => owner))].sort();
  const kept = await store.dataKeys(owners, (owner) => vault.newKey(owner));
  const keys = new Map([...kept].map(([owner, key]) => [owner, usable(vault, key)]));
  const entries = described.map((item) => entryOf(vault, chain, item, keyFor(keys, item.owner), open.now));
  await store.append(open.id, append(chain, open.head, entries));
  await store.sight(sightings(described.map(({ description }) => ({ ...description, recordedAt: open.now }))));
  count(chain.topic, entries.length);
}

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

function entryOf(vault: Vault, chain: ChainName, item: Described, key: DataKey, now: number): Entry {
  const { record, description } = item;
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
    ...vault.encrypt(key, chain, record.offset, record),
  };
}
