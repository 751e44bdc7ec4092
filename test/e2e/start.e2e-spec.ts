import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

import { services } from '#libs/contracts';
import { eventually, freePort, tempDir, type TempDir } from '#libs/testkit';

import { prepareDataFolder } from '../../tools/stack/data-folder.js';
import { portVariable } from '../../tools/stack/stack-settings.js';

/** `npm start` as an operator meets it when something is wrong: one sentence, and nothing left running. */
describe('npm start', () => {
  let dir: TempDir;
  let started: ChildProcess | undefined;
  beforeEach(async () => {
    dir = await tempDir('start');
    await chmod(dir.path, 0o711);
  });
  afterEach(async () => {
    started?.kill('SIGKILL');
    await dir.remove();
  });

  const start = (env: Record<string, string> = {}) => {
    const { DATABASE_URL: _database, ...inherited } = process.env;
    const ports = Object.fromEntries(services.map((service) => [portVariable(service), '0']));
    const child = spawn(process.execPath, ['tools/run.mjs', 'start'], {
      env: { ...inherited, ...ports, KAFKA_BROKERS: '', KAFKA_PORT: '0', IMPRIMATUR_DATA_DIR: dir.path, ...env },
    });
    started = child;
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { child, ended, out: () => out };
  };

  it('given a signing key that others can read, says so in one sentence and leaves no process behind', async () => {
    const files = await prepareDataFolder(dir.path);
    await chmod(files.signingKeyFile, 0o644);
    const run = start();
    expect(await run.ended).toBe(1);
    expect(run.out()).toContain('validation did not start');
    expect(await processesOf(dir.path)).toEqual([]);
  });

  it('given a taken port, names the service and the variable, and starts nothing', async () => {
    const port = await freePort();
    const taken = await listen(port);
    const run = start({ [portVariable('ledger')]: String(port) });
    expect(await run.ended).toBe(1);
    expect(run.out()).toContain(`Port ${port}, meant for ledger, is taken`);
    expect(run.out()).toContain('LEDGER_HTTP_PORT');
    taken.close();
    expect(await processesOf(dir.path)).toEqual([]);
  });

  it('given a configuration that breaks its schema, points at it before anything is started', async () => {
    const run = start({ CONFIGURATION_FILE: 'package.json' });
    expect(await run.ended).toBe(1);
    expect(run.out()).toMatch(/package\.json: .*breaks its schema/);
    expect(await processesOf(dir.path)).toEqual([]);
  });

  it('given Ctrl-C twice in the middle of the start, stops what was started by then', async () => {
    const run = start();
    await eventually(() => expect(run.out()).toContain('embedded Kafka broker'), { timeoutMs: 30_000 });
    run.child.kill('SIGINT');
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    expect(run.out()).toContain('stopped');
    expect(await processesOf(dir.path)).toEqual([]);
  });
});

/** Processes, other than this one, that have the folder in their arguments or environment. */
async function processesOf(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(join('/proc', pid, name), 'utf8').catch(() => '');
      return [pid, (await read('cmdline')) + (await read('environ'))] as const;
    }),
  );
  return found.filter(([, text]) => text.includes(folder)).map(([pid]) => pid);
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server));
  });
}
