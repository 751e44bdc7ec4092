import { readFile } from 'node:fs/promises';

import { type PrivateJwk, type PublicJwk, readKeySet, readSigningKey } from '#libs/seal';

import { replaceFile } from '../replace-file.js';
import { CommandError } from '../settings.js';

/** The keys of a set file, revoked ones too. */
export const keysIn = async (file: string): Promise<readonly PublicJwk[]> => parseKeys(await textOf(file), file);

/** Changes the set in one move; what `change` throws leaves it as it was. */
export const changeKeys = (file: string, change: (keys: readonly PublicJwk[]) => readonly PublicJwk[]): Promise<void> =>
  replaceFile(file, (text) => `${JSON.stringify({ keys: change(parseKeys(text, file)) }, null, 2)}\n`);

function parseKeys(text: string, file: string): readonly PublicJwk[] {
  const set = readKeySet(parsed(text, file));
  if (!set.ok)
    throw new CommandError(`${file} is no key set: ${set.failure.pointer || 'its top'} ${set.failure.says}.`);
  return [...set.value.values()].map(({ jwk }) => jwk);
}

/** The private key in a file, checked; no part of it is ever repeated. */
export async function privateKeyIn(file: string): Promise<PrivateJwk> {
  const json = parsed(await textOf(file), file);
  const key = await readSigningKey(json);
  if (!key.ok)
    throw new CommandError(`${file} is no signing key: its ${key.failure.pointer || 'value'} ${key.failure.says}.`);
  return json as PrivateJwk;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
}

/** The parser's own error would quote the key. */
function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${file} is not JSON.`);
  }
}
