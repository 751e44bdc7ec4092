import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

import { generateSigningKey } from '#libs/seal';

export interface KeyFiles {
  /** Validation's private JWK, mode 0600. */
  readonly signingKeyFile: string;
  /** The public keys with their status, for delivery and everyone who verifies. */
  readonly keySetFile: string;
  /** The ledger's master keys, mode 0600. */
  readonly masterKeysFile: string;
}

/** Makes the keys of a new installation; a file that is there stays as it is. */
export async function createKeyFiles(files: KeyFiles): Promise<void> {
  if (!existsSync(files.signingKeyFile)) await createSigningKey(files.signingKeyFile);
  if (!existsSync(files.keySetFile)) await createKeySet(files);
  if (!existsSync(files.masterKeysFile)) await writeSecret(files.masterKeysFile, newMasterKeys());
}

/** Writes JSON that its owner alone may read; refuses to replace a file. */
export const writeSecret = (file: string, value: unknown): Promise<void> =>
  writeFile(file, json(value), { mode: 0o600, flag: 'wx' });

async function createSigningKey(file: string): Promise<void> {
  const { privateJwk } = await generateSigningKey(newId());
  await writeSecret(file, privateJwk);
}

/** The public half of the signing key, so that a set that was lost, or never written, can be made again. */
async function createKeySet({ signingKeyFile, keySetFile }: KeyFiles): Promise<void> {
  const { d: _private, ...publicJwk } = JSON.parse(await readFile(signingKeyFile, 'utf8')) as Record<string, unknown>;
  await writeFile(keySetFile, json({ keys: [{ ...publicJwk, status: 'active' }] }), { mode: 0o644, flag: 'wx' });
}

const newMasterKeys = () => ({ keys: [{ id: newId(), key: randomBytes(32).toString('base64'), status: 'active' }] });
/** The id of a new key: 12 hexadecimal digits. */
export const newId = (): string => randomBytes(6).toString('hex');
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
