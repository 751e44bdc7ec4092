import { spawn } from 'node:child_process';

import { type DatabaseUser } from './database-user.js';

export interface Exit {
  /** null when the binary could not be started at all, or was ended by a signal. */
  readonly status: number | null;
  /** The end of what it wrote, both streams together. */
  readonly output: string;
}

// Nothing is inherited: PGPORT, PGDATA and the like of the caller's shell must not steer our server.
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/** Runs one PostgreSQL binary as the database's user, in `cwd`, which that user must be able to enter. */
export function runBinary(
  file: string,
  args: readonly string[],
  user: DatabaseUser | undefined,
  cwd = '/',
): Promise<Exit> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'], ...user });
    let output = '';
    const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => resolve({ status: null, output: error.message }));
    child.once('close', (status) => resolve({ status, output }));
  });
}
