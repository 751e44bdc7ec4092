import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { EmbeddedPostgresError } from './errors.js';

const patienceMs = 60_000;

/**
 * Runs `work` while no other process of this machine does so for the same folder: initdb and pg_ctl have no lock.
 *
 * The lock is a listener on an abstract Unix socket, so the kernel gives it back when its holder is killed.
 */
export async function withStartLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = await acquire(folder);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

async function acquire(folder: string): Promise<Server> {
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex');
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const server = await listen(`\0imprimatur-postgres-${name}`);
    if (server) return server;
    await pause(50);
  }
  throw new EmbeddedPostgresError(
    'start_locked',
    `Another process has been starting the database in ${folder} for ${patienceMs / 1000} s.`,
  );
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(path, () => resolve(server));
  });
}
