import { type ChainName } from './chain.js';
import { type Place } from './place.js';

/** A key as it is used, in memory alone. */
export interface DataKey {
  readonly id: string;
  /** 32 bytes. */
  readonly secret: Buffer;
}

/** A key as it is kept. `wrapped` is null once the key was destroyed; the row stays, as the chain names it. */
export interface WrappedKey {
  readonly id: string;
  readonly owner: string;
  readonly masterKeyId: string;
  readonly nonce: Buffer;
  readonly wrapped: Buffer | null;
}

/**
 * Whose key encrypts a record: the interaction's own, so that erasing the interaction destroys one key; or its
 * chain's, for what names no interaction (configuration, unreadable bytes).
 */
export function keyOwner(place: Place | null, chain: ChainName): string {
  if (place === null) return `chain:${chain.cluster}/${chain.topic}/${chain.partition}`;
  return `interaction:${place.namespace}/${place.interactionId}`;
}
