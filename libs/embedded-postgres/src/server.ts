import { setTimeout as pause } from 'node:timers/promises';

import { EmbeddedPostgresError } from './errors.js';
import { type Installation } from './initialise.js';
import { availablePort } from './port.js';
import { runBinary } from './run-binary.js';
import { presenceOnRecord } from './running-server.js';

export interface ServerOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly fsync: boolean;
}

const patienceMs = 30_000;

/**
 * The port of the server that runs on the folder, which is started unless it answers.
 *
 * It is tried again for a while: after a kill the old processes can hold their shared memory, and a dead one its
 * process id, for seconds; a free port may be taken by somebody else in between.
 */
export async function ensureRunning(
  installation: Installation,
  password: string,
  options: ServerOptions,
): Promise<number> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const running = await presenceOnRecord(installation.folder, password);
    if (running.presence === 'ours') return running.port;
    if (Date.now() > deadline) break;
    if (running.presence === 'none' && (await start(installation, await availablePort(options.port), options.fsync)))
      continue;
    await pause(200);
  }
  throw new EmbeddedPostgresError(
    'start_failed',
    `PostgreSQL did not start within ${patienceMs / 1000} s: see ${installation.folder.log}.`,
  );
}

async function start({ folder, binaries, user }: Installation, port: number, fsync: boolean): Promise<boolean> {
  const args = ['start', '-w', '-t', '30', '-D', folder.cluster, '-l', folder.log, '-o', serverOptions(port, fsync)];
  const { status } = await runBinary(binaries.pgCtl, args, user);
  return status === 0;
}

/** The log names the kind of an error and neither its statement nor its values: those are content. */
function serverOptions(port: number, fsync: boolean): string {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: "''",
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(fsync ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** pg_ctl may report failure about a killed server that is still in the process table: what counts is that none answers. */
export async function stopServer({ folder, binaries, user }: Installation, password: string): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if ((await presenceOnRecord(folder, password)).presence === 'none') return;
    await runBinary(binaries.pgCtl, ['stop', '-w', '-t', '30', '-m', mode, '-D', folder.cluster], user);
  }
  if ((await presenceOnRecord(folder, password)).presence === 'none') return;
  throw new EmbeddedPostgresError('stop_failed', `PostgreSQL in ${folder.path} did not stop: see ${folder.log}.`);
}
