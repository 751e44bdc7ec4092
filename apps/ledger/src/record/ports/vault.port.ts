import { type Result } from '#libs/kernel';

import { type ChainName, type Entry } from '../domain/chain.js';
import { type Content } from '../domain/content.js';
import { type DataKey, type WrappedKey } from '../domain/data-key.js';
import { type RecordCode } from '../domain/record-code.js';

/** The only place where content and keys meet. AES-256-GCM throughout. */
export interface Vault {
  /** A new data key, wrapped by the active master key. */
  newKey(owner: string): WrappedKey;
  unwrap(kept: WrappedKey): Result<DataKey, RecordCode>;
  /** Bound to the chain, the offset and the key's id. */
  encrypt(key: DataKey, chain: ChainName, offset: string, content: Content): Pick<Entry, 'nonce' | 'ciphertext'>;
  decrypt(
    key: DataKey,
    chain: ChainName,
    sealed: Pick<Entry, 'offset' | 'nonce' | 'ciphertext'>,
  ): Result<Content, RecordCode>;
}
