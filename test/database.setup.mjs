// One PostgreSQL for all the tests of a Jest run, unless DATABASE_URL names another. Jest loads this file without its
// transform, hence the compiled launcher.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildIfStale } from '../tools/build.mjs';

const prefix = 'imprimatur-jest-postgres-';

export default async function startDatabase() {
  if (process.env.DATABASE_URL) return;
  buildIfStale();
  const { startEmbeddedPostgres } = await import('../dist/libs/embedded-postgres/src/index.js');
  await removeAbandoned(startEmbeddedPostgres);
  const dataDir = join(tmpdir(), `${prefix}${process.pid}-${randomUUID()}`);
  const server = await startEmbeddedPostgres({ dataDir, fsync: false });
  process.env.DATABASE_URL = server.adminUrl;
  globalThis.testDatabaseServer = server;
}

/** A Jest that was killed leaves its server running; the folder's name says whose it was. */
async function removeAbandoned(start) {
  for (const name of await readdir(tmpdir())) {
    const owner = /-(\d+)-/.exec(name.startsWith(prefix) ? name.slice(prefix.length - 1) : '')?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    const dataDir = join(tmpdir(), name);
    if (existsSync(join(dataDir, 'cluster', 'postmaster.pid'))) await (await start({ dataDir, fsync: false })).stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
