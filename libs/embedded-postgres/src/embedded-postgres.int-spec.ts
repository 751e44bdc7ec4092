import { readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';

import { eventually, tempDir, type TempDir } from '#libs/testkit';

import { startEmbeddedPostgres, type EmbeddedPostgres } from './index.js';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat() as unknown[];
  } finally {
    await client.end();
  }
}

const processId = (server: EmbeddedPostgres): number =>
  Number(readFileSync(join(server.dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('startEmbeddedPostgres', () => {
  let dir: TempDir;
  let server: EmbeddedPostgres | undefined;

  beforeEach(async () => {
    dir = await tempDir('postgres');
    await chmod(dir.path, 0o711); // a temporary folder is private, which the database's user could not enter
  });

  afterEach(async () => {
    await server?.stop();
    server = undefined;
    await dir.remove();
  });

  it('given an empty folder, when started, then it answers on loopback, and only with the password', async () => {
    server = await startEmbeddedPostgres({ dataDir: dir.path, fsync: false });
    expect(await query(server.adminUrl, 'show listen_addresses')).toEqual(['127.0.0.1']);
    const wrong = server.adminUrl.replace(/:[^:@]+@/, ':guess@');
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(join(dir.path, 'superuser.password'))).mode & 0o777).toBe(0o600);
  });

  it('given two starters at once, when both are done, then they have one server', async () => {
    const both = await Promise.all([1, 2].map(() => startEmbeddedPostgres({ dataDir: dir.path, fsync: false })));
    server = both[0];
    expect(new Set(both.map(({ adminUrl }) => adminUrl)).size).toBe(1);
  });

  it('given acknowledged rows, when the server is killed and started again, then they are all there', async () => {
    server = await startEmbeddedPostgres({ dataDir: dir.path });
    await query(server.adminUrl, 'create table kept as select * from generate_series(1, 1000) n');
    const killed = processId(server);
    process.kill(killed, 'SIGKILL');
    server = await startEmbeddedPostgres({ dataDir: dir.path });
    expect(processId(server)).not.toBe(killed);
    expect(await query(server.adminUrl, 'select count(*)::int from kept')).toEqual([1000]);
  });

  it('given a stopped server, when it is started again, then the password is the same and the data is there', async () => {
    server = await startEmbeddedPostgres({ dataDir: dir.path, fsync: false });
    const first = server.adminUrl;
    await query(first, 'create table kept as select 7 as n');
    await server.stop();
    await expect(query(first, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    server = await startEmbeddedPostgres({ dataDir: dir.path, fsync: false });
    expect(new URL(server.adminUrl).password).toBe(new URL(first).password);
    expect(await query(server.adminUrl, 'select n from kept')).toEqual([7]);
  });

  it('given a failing statement, when the server logs it, then neither the statement nor its values are in the log', async () => {
    server = await startEmbeddedPostgres({ dataDir: dir.path, fsync: false });
    const url = server.adminUrl;
    await query(url, 'create table once (n text primary key)');
    await query(url, `insert into once values ('private words')`);
    await expect(query(url, `insert into once values ('private words')`)).rejects.toMatchObject({ code: '23505' });
    const log = () => readFileSync(join(dir.path, 'cluster', 'server.log'), 'utf8');
    await eventually(() => expect(log()).toContain('duplicate key value'));
    expect(log()).not.toContain('private words');
  });

  it('given a taken port, when started there, then it says so with a code', async () => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const { port } = other.address() as AddressInfo;
    await expect(startEmbeddedPostgres({ dataDir: dir.path, port, fsync: false })).rejects.toMatchObject({
      code: 'port_taken',
    });
    other.close();
  });

  it('given a lost password, when started, then the data is left alone and the code says it', async () => {
    server = await startEmbeddedPostgres({ dataDir: dir.path, fsync: false });
    await server.stop();
    server = undefined;
    await rm(join(dir.path, 'superuser.password'));
    await expect(startEmbeddedPostgres({ dataDir: dir.path })).rejects.toMatchObject({ code: 'password_lost' });
    expect((await stat(join(dir.path, 'cluster'))).isDirectory()).toBe(true);
  });

  it('given an initdb that was broken off, when started, then it begins again and clears that away', async () => {
    await mkdir(join(dir.path, 'cluster.new-1', 'base'), { recursive: true });
    server = await startEmbeddedPostgres({ dataDir: dir.path, fsync: false });
    expect(await query(server.adminUrl, 'select 1')).toEqual([1]);
    expect((await readdir(dir.path)).sort()).toEqual(['cluster', 'superuser.password']);
  });
});
