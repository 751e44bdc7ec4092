import { readFile } from 'node:fs/promises';

import { type KeySet, readKeySet } from '#libs/seal';
import { StartError, WatchedFile } from '#libs/service-host';

/**
 * The key set of KEY_SET_FILE. A revocation counts as soon as the changed file is read.
 * @throws StartError where the file is missing or is no key set
 */
export const openKeySetFile = (path: string): Promise<WatchedFile<KeySet>> => WatchedFile.open(path, keysIn);

async function keysIn(path: string): Promise<KeySet> {
  const read = readKeySet(await jsonIn(path));
  if (read.ok) return read.value;
  const { pointer, says } = read.failure;
  throw new StartError(`The key set ${path} (KEY_SET_FILE) is refused at ${pointer || 'its top'}: ${says}.`);
}

async function jsonIn(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new StartError(`The key set ${path} (KEY_SET_FILE) cannot be read as JSON.`);
  }
}
