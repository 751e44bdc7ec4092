import { readFile } from 'node:fs/promises';

import { StartError } from '../start-error.js';

/** Certificates in PEM; they are public. @throws StartError where the file holds none */
export async function readTlsAuthorities(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new StartError(`KAFKA_TLS_CA_FILE names ${path}, where no certificate in PEM can be read.`);
}
