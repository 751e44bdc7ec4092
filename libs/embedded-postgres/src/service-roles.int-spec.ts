import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

import { tempDir, testDatabase, type TempDir, type TestDatabase } from '#libs/testkit';

import { ensureServiceRoles, startEmbeddedPostgres, type EmbeddedPostgres } from './index.js';

async function attempt(url: string | undefined, sql: string): Promise<unknown[] | string> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat() as unknown[];
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await client.end();
  }
}

const denied = '42501';

describe('ensureServiceRoles', () => {
  const services = ['generation', 'ledger'];
  let dir: TempDir;
  let server: EmbeddedPostgres;
  let secrets: string;
  let urls: Record<string, string>;

  beforeAll(async () => {
    dir = await tempDir('roles');
    secrets = join(dir.path, 'secrets', 'services.json');
    server = await startEmbeddedPostgres({ dataDir: join(dir.path, 'postgres'), fsync: false });
    urls = await ensureServiceRoles(server.adminUrl, services, secrets);
  });

  afterAll(async () => {
    await server.stop();
    await rm(server.dataDir, { recursive: true });
    await dir.remove();
  });

  it('given a role, when it makes a table without a schema, then the table lies in its own', async () => {
    await attempt(urls['generation'], 'create table drafts (n int)');
    expect(
      await attempt(urls['generation'], `select schemaname, tableowner from pg_tables where tablename = 'drafts'`),
    ).toEqual(['generation', 'imprimatur_generation']);
    expect(await attempt(urls['ledger'], 'select current_schema()')).toEqual(['ledger']);
  });

  it.each([
    ['reads in the schema of another', 'select * from generation.notes'],
    ['writes in the schema of another', 'create table generation.more (n int)'],
    ['creates in public', 'create table public.more (n int)'],
    ['creates a schema', 'create schema more'],
    ['creates a database', 'create database more'],
    ['creates a role', 'create role more'],
    ['reads the passwords', 'select * from pg_authid'],
    ['opens a temporary table', 'create temporary table more (n int)'],
  ])('given two roles, when one %s, then it is refused', async (_what, sql) => {
    await attempt(urls['generation'], 'create table if not exists notes (n int)');
    expect(await attempt(urls['ledger'], sql)).toBe(denied);
  });

  it('given a role, when it connects to another database, then it is refused', async () => {
    expect(await attempt(urls['ledger']?.replace(/\/imprimatur$/, '/postgres'), 'select 1')).toBe(denied);
    expect(await attempt(urls['ledger'], 'select 1 as one')).toEqual([1]);
  });

  it('given roles that are there, when set up again and twice at once, then urls and data are the same', async () => {
    const again = await Promise.all([1, 2].map(() => ensureServiceRoles(server.adminUrl, services, secrets)));
    expect(again).toEqual([urls, urls]);
    expect(await attempt(urls['ledger'], 'select 1 as one')).toEqual([1]);
    expect((await stat(secrets)).mode & 0o777).toBe(0o600);
  });

  it('given a service more, when set up, then the others keep their passwords', async () => {
    const more = await ensureServiceRoles(server.adminUrl, [...services, 'jury'], secrets);
    expect(more).toMatchObject(urls);
    expect(await attempt(more['jury'], 'select current_schema()')).toEqual(['jury']);
  });

  it('given a damaged password file, when set up, then it is neither replaced nor quoted', async () => {
    const damaged = join(dir.path, 'damaged.json');
    await writeFile(damaged, '{"ledger": "secret-wo');
    const refused = ensureServiceRoles(server.adminUrl, services, damaged);
    await expect(refused).rejects.toMatchObject({
      code: 'passwords_unreadable',
      message: expect.not.stringContaining('secret-wo'),
    });
    expect(await readFile(damaged, 'utf8')).toBe('{"ledger": "secret-wo');
  });

  it('given a name that is no service, when set up, then nothing is made of it', async () => {
    await expect(ensureServiceRoles(server.adminUrl, ['a"; drop role x'], join(dir.path, 'x.json'))).rejects.toThrow(
      'not a service',
    );
  });
});

describe('testDatabase', () => {
  let databases: TestDatabase[] = [];

  beforeAll(async () => {
    databases = await Promise.all(['ledger', 'ledger', 'jury'].map((service) => testDatabase(service)));
  });

  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  it('given three at once, when each makes the same table, then none meets another', async () => {
    for (const { url } of databases) expect(await attempt(url, 'create table events (n int)')).toEqual([]);
    expect(await Promise.all(databases.map(({ url }) => attempt(url, 'select current_schema()')))).toEqual([
      ['ledger'],
      ['ledger'],
      ['jury'],
    ]);
  });

  it('given one that is in use, when dropped, then it is gone', async () => {
    const extra = await testDatabase('ledger');
    const client = new pg.Client({ connectionString: extra.url });
    client.on('error', () => undefined);
    await client.connect();
    await extra.drop();
    expect(await attempt(extra.url, 'select 1')).toBe('28P01');
  });
});
