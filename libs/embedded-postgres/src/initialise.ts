import { randomBytes, randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Binaries } from './binaries.js';
import { type DataFolder } from './data-folder.js';
import { type DatabaseUser } from './database-user.js';
import { EmbeddedPostgresError } from './errors.js';
import { runBinary } from './run-binary.js';

/** One server's files, its binaries, and the user that it runs as (undefined: the caller). */
export interface Installation {
  readonly folder: DataFolder;
  readonly binaries: Binaries;
  readonly user: DatabaseUser | undefined;
}

/** Makes the cluster at the first start; returns the superuser's password, which later starts read again. */
export async function initialise(installation: Installation, fsync: boolean): Promise<string> {
  const { cluster } = installation.folder;
  const initialised = await stat(cluster).then(
    () => true,
    () => false,
  );
  const password = await superuserPassword(installation.folder, initialised);
  if (!initialised) await makeCluster(installation, password, fsync);
  return password;
}

/** A cluster whose password is lost cannot be entered any more; a new one is not made in its place. */
async function superuserPassword(folder: DataFolder, initialised: boolean): Promise<string> {
  const kept = await readFile(folder.passwordFile, 'utf8').catch(() => undefined);
  if (kept) return kept;
  if (initialised) {
    throw new EmbeddedPostgresError(
      'password_lost',
      `${folder.passwordFile} is missing: restore it, or remove ${folder.path} to begin with an empty database.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(folder.passwordFile, password, { mode: 0o600, flush: true });
  return password;
}

/**
 * Filled aside and renamed at the end: an initdb that was broken off leaves nothing that looks like a database. The
 * place is new each time, since the initdb of a killed caller may still be writing to its own.
 */
async function makeCluster({ folder, binaries, user }: Installation, password: string, fsync: boolean): Promise<void> {
  await removeBrokenOff(folder);
  const aside = `${folder.cluster}.new-${randomUUID()}`;
  const passwordFile = `${aside}.password`;
  try {
    await mkdir(aside, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
    if (user) for (const path of [aside, passwordFile]) await chown(path, user.uid, user.gid);
    await initdb(binaries.initdb, ['-D', aside, `--pwfile=${passwordFile}`, ...(fsync ? [] : ['--no-sync'])], user);
    await rename(aside, folder.cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** With its password file. One that is still being written to may stay for now: it is in nobody's way. */
async function removeBrokenOff({ path }: DataFolder): Promise<void> {
  const left = (await readdir(path)).filter((name) => name.startsWith('cluster.new-'));
  await Promise.allSettled(left.map((name) => rm(join(path, name), { recursive: true, force: true })));
}

async function initdb(file: string, args: readonly string[], user: DatabaseUser | undefined): Promise<void> {
  const { status, output } = await runBinary(
    file,
    ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8', ...args],
    user,
  );
  if (status !== 0)
    throw new EmbeddedPostgresError('start_failed', `initdb failed: ${output.trim().split('\n').at(-1)}`);
}
