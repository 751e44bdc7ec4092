import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { startEmbeddedPostgres } from '#libs/embedded-postgres';

/** The embedded PostgreSQL, as one who pulls its plug sees it. */
export interface Database {
  readonly adminUrl: string;
  /** An immediate stop, as in a crash: no checkpoint, sessions cut off. Resolves when the server is gone. */
  crash(): Promise<void>;
  /** On the same port and data; the server recovers first. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDatabase(dataDir: string): Promise<Database> {
  let server = await startEmbeddedPostgres({ dataDir });
  const { port, adminUrl } = server;
  return {
    adminUrl,
    crash: async () => {
      const pid = await serverProcess(server.dataDir);
      process.kill(pid, 'SIGQUIT');
      while (isAlive(pid)) await pause(50);
    },
    start: async () => {
      server = await startEmbeddedPostgres({ dataDir, port });
    },
    stop: () => server.stop(),
  };
}

async function serverProcess(dataDir: string): Promise<number> {
  const [first] = (await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(first);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
