import { usableBinaries } from './binaries.js';
import { openDataFolder } from './data-folder.js';
import { databaseUser } from './database-user.js';
import { initialise, type Installation } from './initialise.js';
import { urlOf } from './running-server.js';
import { ensureRunning, stopServer } from './server.js';
import { withStartLock } from './start-lock.js';

export interface EmbeddedPostgres {
  readonly host: string;
  readonly port: number;
  /** The superuser's URL, with its password: for setting up roles, never for a service. */
  readonly adminUrl: string;
  /** The folder that is really used: another than the one asked for when the database's user cannot enter that. */
  readonly dataDir: string;
  /** Ends the server, whoever started it; clients that are still connected are cut off. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Made when it is missing; a database that is there is used further. */
  readonly dataDir: string;
  /** Default 0: any free one. A server that already runs on the folder keeps its own. */
  readonly port?: number;
  /** Default true. Without it a crash of the machine (not of the server) may damage data: for tests. */
  readonly fsync?: boolean;
}

/**
 * Starts the PostgreSQL of the npm package on 127.0.0.1, or finds the one that runs on that folder already.
 *
 * The server outlives its caller. After a crash of either, the next start recovers; two callers at once get one server.
 *
 * @throws EmbeddedPostgresError with a code
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, port = 0, fsync = true } = options;
  const user = databaseUser();
  const binaries = await usableBinaries(user);
  const folder = await openDataFolder(dataDir, user);
  const installation: Installation = { folder, binaries, user };
  return withStartLock(folder.path, async () => {
    const password = await initialise(installation, fsync);
    return handle(installation, password, await ensureRunning(installation, password, { port, fsync }));
  });
}

function handle(installation: Installation, password: string, port: number): EmbeddedPostgres {
  return {
    host: '127.0.0.1',
    port,
    adminUrl: urlOf(port, password),
    dataDir: installation.folder.path,
    stop: () => withStartLock(installation.folder.path, () => stopServer(installation, password)),
  };
}
