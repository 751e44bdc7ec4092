import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Configuration } from '#libs/contracts';
import { newToken } from '#libs/service-host';

import { createKeyFiles, type KeyFiles, writeSecret } from '../../bin/key-files.js';
import { defaultConfiguration } from './default-configuration.js';

/** The files of a local stack; secrets are readable by their owner alone. */
export interface StackFiles extends KeyFiles {
  readonly databasePasswordsFile: string;
  readonly configurationFile: string;
  /** The bearer token of the local principal, for the person at this terminal. */
  readonly token: string;
  readonly logDir: string;
  readonly brokerDir: string;
  readonly databaseDir: string;
}

export type Configure = (tokenDigest: string) => Configuration;

/** Makes what is missing and keeps what is there: keys, a local token, a configuration. */
export async function prepareDataFolder(
  dataDir: string,
  configure: Configure = defaultConfiguration,
): Promise<StackFiles> {
  const at = (...names: string[]) => join(dataDir, ...names);
  // The database's own user passes through the folder; what lies in it is closed.
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  for (const name of ['keys', 'logs', 'kafka']) await mkdir(at(name), { recursive: true, mode: 0o700 });
  const files = {
    signingKeyFile: at('keys', 'signing-key.json'),
    keySetFile: at('keys', 'key-set.json'),
    masterKeysFile: at('keys', 'master-keys.json'),
    databasePasswordsFile: at('keys', 'database-passwords.json'),
    configurationFile: at('configuration.json'),
    logDir: at('logs'),
    brokerDir: at('kafka'),
    databaseDir: at('postgres'),
  };
  await createKeyFiles(files);
  const token = await localToken(at('keys', 'local-token.json'));
  if (!existsSync(files.configurationFile)) {
    const configuration = `${JSON.stringify(configure(token.tokenDigest), null, 2)}\n`;
    await writeFile(files.configurationFile, configuration, { mode: 0o600 });
  }
  return { ...files, token: token.token };
}

async function localToken(file: string): Promise<{ token: string; tokenDigest: string }> {
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as { token: string; tokenDigest: string };
  const token = newToken();
  await writeSecret(file, token);
  return token;
}
