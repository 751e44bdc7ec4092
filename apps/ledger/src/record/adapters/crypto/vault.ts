import { randomBytes, randomUUID } from 'node:crypto';

import { fail, ok, type Result } from '#libs/kernel';

import { type ChainName } from '../../domain/chain.js';
import { type Content, packContent, unpackContent } from '../../domain/content.js';
import { type DataKey, type WrappedKey } from '../../domain/data-key.js';
import { type RecordCode } from '../../domain/record-code.js';
import { type Vault } from '../../ports/vault.port.js';
import { decrypt, encrypt } from './aes-gcm.js';
import { type MasterKeys } from './master-keys.js';

/** Envelope encryption: content under a data key, the data key under a master key. */
export function openVault(masterKeys: MasterKeys): Vault {
  return {
    newKey: (owner) => wrap(masterKeys, owner),
    unwrap: (kept) => unwrap(masterKeys, kept),
    encrypt: (key, chain, offset, content) =>
      encrypt(key.secret, packContent(content), contentBound(chain, offset, key.id)),
    decrypt: decryptContent,
  };
}

function wrap({ active }: MasterKeys, owner: string): WrappedKey {
  const id = randomUUID();
  const { nonce, ciphertext } = encrypt(active.secret, randomBytes(32), keyBound(id, owner, active.id));
  return { id, owner, masterKeyId: active.id, nonce, wrapped: ciphertext };
}

function unwrap({ byId }: MasterKeys, kept: WrappedKey): Result<DataKey, RecordCode> {
  const { id, owner, masterKeyId, nonce, wrapped } = kept;
  if (wrapped === null) return fail('record.erased');
  const master = byId.get(masterKeyId);
  if (master === undefined) return fail('record.master_key_unknown');
  const secret = decrypt(master.secret, { nonce, ciphertext: wrapped }, keyBound(id, owner, masterKeyId));
  return secret === undefined ? fail('record.master_key_wrong') : ok({ id, secret });
}

const decryptContent: Vault['decrypt'] = (key, chain, sealed): Result<Content, RecordCode> => {
  const bytes = decrypt(key.secret, sealed, contentBound(chain, sealed.offset, key.id));
  return bytes === undefined ? fail('record.undecryptable') : ok(unpackContent(bytes));
};

const keyBound = (id: string, owner: string, masterKeyId: string) => ['data key 1', id, owner, masterKeyId].join('\n');

/** Ciphertext cannot be moved to another place of the record, or read under another key's name. */
const contentBound = ({ cluster, topic, partition }: ChainName, offset: string, keyId: string) =>
  ['content 1', cluster, topic, partition, offset, keyId].join('\n');
