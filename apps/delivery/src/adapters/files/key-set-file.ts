import { readFile, stat } from 'node:fs/promises';

import { type KeySet, readKeySet } from '#libs/seal';
import { StartError } from '#libs/service-host';

import { type TrustedKeys } from '../../ports/trusted-keys.port.js';

/** The key set of KEY_SET_FILE. A revocation counts as soon as the changed file is read. */
export class KeySetFile implements TrustedKeys {
  private constructor(
    private readonly path: string,
    private keys: KeySet,
    private version: string,
  ) {}

  /** @throws StartError where the file is missing or is no key set */
  static async open(path: string): Promise<KeySetFile> {
    const version = await versionOf(path);
    return new KeySetFile(path, await keysIn(path), version);
  }

  current(): KeySet {
    return this.keys;
  }

  /** Reads the file again where it has changed. @throws StartError where it cannot be read; the keys stay as they were */
  async refresh(): Promise<void> {
    const version = await versionOf(this.path);
    if (version === this.version) return;
    this.keys = await keysIn(this.path);
    this.version = version;
  }
}

async function versionOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${ino}:${size}:${mtimeMs}`;
  } catch {
    throw new StartError(`The key set ${path} (KEY_SET_FILE) cannot be read.`);
  }
}

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
