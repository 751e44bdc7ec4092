import { hash } from 'node:crypto';

import { type KeySet } from './key-set.js';

/** Digests kept for a key set. Bytes that are forgotten are verified again. */
const most = 4096;

/**
 * Which bytes have verified under which key set in this process, by their SHA-256. Verification is a function of the
 * bytes and the set alone, so the same bytes under the very same set need not be verified again. Bytes that differ
 * anywhere have another digest; a revocation makes another set, of which nothing is known.
 */
export class ProvenBytes {
  private readonly digests = new WeakMap<KeySet, Set<string>>();

  add(bytes: Uint8Array, keys: KeySet): void {
    const digests = this.digests.get(keys) ?? new Set();
    this.digests.set(keys, digests.add(digestOf(bytes)));
    if (digests.size > most) for (const oldest of digests.keys()) return void digests.delete(oldest);
  }

  has(bytes: Uint8Array, keys: KeySet): boolean {
    return this.digests.get(keys)?.has(digestOf(bytes)) ?? false;
  }
}

const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64');
