import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { EmbeddedPostgresError } from './errors.js';

/** Service → password, read from the file and completed with new ones, which are written down before they are used. */
export async function servicePasswords(file: string, services: readonly string[]): Promise<Record<string, string>> {
  const kept = await readKept(file);
  const missing = services.filter((service) => !kept[service]);
  if (missing.length === 0) return kept;
  const all = {
    ...kept,
    ...Object.fromEntries(missing.map((service) => [service, randomBytes(24).toString('base64url')])),
  };
  const aside = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(aside, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(aside, file);
  return all;
}

async function readKept(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const kept = parsed(text);
  if (kept) return kept;
  throw new EmbeddedPostgresError(
    'passwords_unreadable',
    `${file} is not the passwords of the services any more: restore it, or remove it to make new ones.`,
  );
}

/** The parser's own error quotes what it read, so it goes no further. */
function parsed(text: string): Record<string, string> | undefined {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    return undefined;
  }
}
