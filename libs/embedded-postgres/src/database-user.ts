import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { EmbeddedPostgresError } from './errors.js';

/** Whom the server runs as, in the form that `spawn` takes. */
export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, or as `nobody` where that user is unknown. Else as the caller. */
export function databaseUser(passwd = readPasswd()): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = accountOf('postgres', passwd) ?? accountOf('nobody', passwd);
  if (user) return user;
  throw new EmbeddedPostgresError(
    'no_database_user',
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.',
  );
}

function accountOf(name: string, passwd: string): DatabaseUser | undefined {
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find(([login]) => login === name);
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined;
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}

/** Whether `user` may pass through every folder down to `path` (which exists), by the permission bits. */
export function mayEnter(user: DatabaseUser | undefined, path: string): boolean {
  if (!user) return true;
  const { mode, uid, gid } = statSync(path);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  const parent = dirname(path);
  return (mode & bit) !== 0 && (parent === path || mayEnter(user, parent));
}
