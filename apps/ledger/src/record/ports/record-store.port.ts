import { type Transaction } from '#libs/event-flow';

import { type ChainName, type Head, type Link } from '../domain/chain.js';
import { type WrappedKey } from '../domain/data-key.js';
import { type Sighting } from '../domain/interaction.js';

export interface OpenChain {
  readonly id: number;
  readonly name: ChainName;
  readonly head: Head;
  /** The database clock, in milliseconds. */
  readonly now: number;
}

export type ChainedLink = Link & { readonly chainId: number };

/** The tables of the record, within one transaction. */
export interface RecordStore {
  /** Each chain's row, made where it is missing, and its last link; as asked. Nothing is locked: `append` is the fence. */
  open(chains: readonly ChainName[]): Promise<OpenChain[]>;
  /** The broker's timestamps that stand recorded at these offsets; an offset without a record is absent. */
  timestamps(chainId: number, offsets: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The keys of these owners, by owner; one that has none gets what `newKey` makes. */
  dataKeys(owners: readonly string[], newKey: (owner: string) => WrappedKey): Promise<ReadonlyMap<string, WrappedKey>>;
  /** @throws a unique violation where another owner of a partition has appended since `open`. */
  append(links: readonly ChainedLink[]): Promise<void>;
  /** Merges what was seen into the index of interactions. */
  sight(sightings: readonly Sighting[]): Promise<void>;
}

export type RecordStoreOn = (tx: Transaction) => RecordStore;
