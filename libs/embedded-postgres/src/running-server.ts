import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

import { type DataFolder } from './data-folder.js';

const host = '127.0.0.1';

export const urlOf = (port: number, password: string): string =>
  `postgres://postgres:${password}@${host}:${port}/postgres`;

/** Where a server of this folder says it listens; undefined when none has, or one was not started or stopped in order. */
async function portOnRecord(folder: DataFolder): Promise<number | undefined> {
  const lines = await readFile(join(folder.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(lines.split('\n')[3]);
  return Number.isInteger(port) && port > 0 ? port : undefined;
}

/** `busy`: a server is there but lets nobody in at the moment (it recovers, stops, or is full). */
export type Presence = 'ours' | 'busy' | 'none';

const busyCodes = new Set(['57P03', '53300']);

/**
 * What answers there for this very folder. Only a connection tells: the pid file outlives a killed server, and a dead
 * one may stay in the process table for seconds.
 */
export async function presence(folder: DataFolder, port: number, password: string): Promise<Presence> {
  const client = new pg.Client({
    connectionString: urlOf(port, password),
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    return rows[0]?.folder === (await realpath(folder.cluster)) ? 'ours' : 'none';
  } catch (error) {
    return busyCodes.has((error as { code?: string }).code ?? '') ? 'busy' : 'none';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The same, for the server that the folder's own record names. */
export async function presenceOnRecord(
  folder: DataFolder,
  password: string,
): Promise<{ port: number; presence: Presence }> {
  const port = await portOnRecord(folder);
  return { port: port ?? 0, presence: port ? await presence(folder, port, password) : 'none' };
}
