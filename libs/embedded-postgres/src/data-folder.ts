import { createHash } from 'node:crypto';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { mayEnter, type DatabaseUser } from './database-user.js';
import { EmbeddedPostgresError } from './errors.js';

/** What lies in the folder of one server. */
export interface DataFolder {
  readonly path: string;
  /** PGDATA, for the database's user alone. It exists once initdb has come to its end, and not before. */
  readonly cluster: string;
  /** The superuser's password, for the caller alone (mode 0600). */
  readonly passwordFile: string;
  /** The server's own log. It quotes no statement and no value. */
  readonly log: string;
}

/**
 * The folder that was asked for, or, where the database's user cannot come (root's home, usually), one in the
 * temporary folder, named by a hash of the path that was asked for, so that the next start finds it again.
 */
export async function openDataFolder(asked: string, user: DatabaseUser | undefined): Promise<DataFolder> {
  const wanted = resolve(asked);
  try {
    const path = await reachable(wanted, user);
    const cluster = join(path, 'cluster');
    return { path, cluster, passwordFile: join(path, 'superuser.password'), log: join(cluster, 'server.log') };
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      'data_folder_unusable',
      `${wanted} cannot hold a database: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`,
    );
  }
}

async function reachable(wanted: string, user: DatabaseUser | undefined): Promise<string> {
  await mkdir(wanted, { recursive: true });
  if (mayEnter(user, wanted)) return wanted;
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  const elsewhere = join(tmpdir(), `imprimatur-data-${name}`);
  await mkdir(elsewhere, { recursive: true });
  if ((await stat(elsewhere)).uid !== process.getuid?.()) {
    throw new EmbeddedPostgresError(
      'data_folder_unusable',
      `${elsewhere} belongs to another user: remove it, or set TMPDIR.`,
    );
  }
  await chmod(elsewhere, 0o711);
  return elsewhere;
}
