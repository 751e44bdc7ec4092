import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';

import { services } from '#libs/contracts';
import { ensureServiceRoles, type EmbeddedPostgres, startEmbeddedPostgres } from '#libs/embedded-postgres';
import { tempDir, type TempDir } from '#libs/testkit';

type Urls = Readonly<Record<string, string>>;

const denied = '42501';
const hasPsql = spawnSync('psql', ['--version']).status === 0;

/** Both ways of making the roles: the local stack's, and the script that the PostgreSQL image of compose runs. */
const ways: readonly (readonly [string, (server: EmbeddedPostgres, dir: string) => Promise<Urls>])[] = [
  ['ensureServiceRoles', (server, dir) => ensureServiceRoles(server.adminUrl, services, join(dir, 'passwords.json'))],
  ['deploy/postgres/10-roles.sh', (server) => byScript(server.adminUrl)],
];

/** As the image does: on the database that POSTGRES_DB names, as its superuser. */
async function byScript(adminUrl: string): Promise<Urls> {
  const admin = new URL(adminUrl);
  await query(adminUrl, 'create database imprimatur');
  const passwords = services.map((service) => [`${service.toUpperCase()}_DATABASE_PASSWORD`, `of${service}`]);
  const env = {
    ...{ PATH: process.env['PATH'], PGHOST: admin.hostname, PGPORT: admin.port, PGPASSWORD: admin.password },
    ...{ POSTGRES_USER: admin.username, POSTGRES_DB: 'imprimatur', ...Object.fromEntries(passwords) },
  };
  const { status, stderr } = spawnSync('sh', ['deploy/postgres/10-roles.sh'], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const base = `${admin.hostname}:${admin.port}/imprimatur`;
  return Object.fromEntries(services.map((one) => [one, `postgres://imprimatur_${one}:of${one}@${base}`]));
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat() as unknown[];
  } finally {
    await client.end();
  }
}

/** One connection for many tries: each fails or succeeds by itself. */
async function outcomes(url: string, statements: readonly string[]): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found: Record<string, string> = {};
  for (const sql of statements) {
    found[sql] = await client.query(sql).then(
      () => 'done',
      (error: unknown) => String((error as { code?: string }).code),
    );
  }
  await client.end();
  return found;
}

const all = (statements: readonly string[], outcome: string) =>
  Object.fromEntries(statements.map((sql) => [sql, outcome]));

const inSchemaOf = (service: string): string[] => [
  `select * from ${service}.kept`,
  `insert into ${service}.kept values (1)`,
  `update ${service}.kept set n = 2`,
  `delete from ${service}.kept`,
  `truncate ${service}.kept`,
  `create table ${service}.more (n int)`,
  `alter table ${service}.kept add column m int`,
  `drop table ${service}.kept`,
  `drop schema ${service} cascade`,
  `grant usage on schema ${service} to public`,
];

const onTheServer = [
  'create role more',
  'create database more',
  'create schema more',
  'create table public.more (n int)',
  'create temporary table more (n int)',
  'alter role current_user superuser',
  'alter role current_user createrole',
  'select * from pg_authid',
  "select pg_read_file('PG_VERSION')",
  "copy (select 1) to program 'true'",
  'drop database imprimatur',
  ...services.map((service) => `alter role imprimatur_${service} bypassrls`),
  'set role postgres',
  'create extension file_fdw',
];

describe.each(ways)('the database roles of %s', (way, make) => {
  if (way.endsWith('.sh') && !hasPsql) {
    it('were not walked: psql is not here', () => expect(hasPsql).toBe(false));
    return;
  }
  let dir: TempDir;
  let server: EmbeddedPostgres;
  let urls: Urls;

  beforeAll(async () => {
    dir = await tempDir('database-roles');
    server = await startEmbeddedPostgres({ dataDir: join(dir.path, 'postgres'), fsync: false });
    urls = await make(server, dir.path);
    for (const service of services) await query(urls[service]!, 'create table kept (n int)');
  });

  afterAll(async () => {
    await server.stop();
    await rm(server.dataDir, { recursive: true });
    await dir.remove();
  });

  it.each(services)('%s owns its schema and nothing else', async (service) => {
    const owned = `select 'schema ' || nspname from pg_namespace where pg_get_userbyid(nspowner) = current_user
      union all select 'database ' || datname from pg_database where pg_get_userbyid(datdba) = current_user
      union all select 'table ' || schemaname || '.' || tablename from pg_tables where tableowner = current_user
      order by 1`;
    expect(await query(urls[service]!, owned)).toEqual([`schema ${service}`, `table ${service}.kept`]);
    expect(await query(urls[service]!, 'select current_schema()')).toEqual([service]);
    const rights = `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls
      from pg_roles where rolname = current_user`;
    expect(await query(urls[service]!, rights)).toEqual([false]);
  });

  it.each(services)('%s does nothing in the schema of another', async (service) => {
    for (const other of services.filter((one) => one !== service)) {
      expect(await outcomes(urls[service]!, inSchemaOf(other))).toEqual(all(inSchemaOf(other), denied));
    }
  });

  it.each(services)('%s changes nothing on the server', async (service) => {
    expect(await outcomes(urls[service]!, onTheServer)).toEqual(all(onTheServer, denied));
  });

  it.each(services)('%s does its own work', async (service) => {
    const work = [`select * from ${service}.kept`, 'insert into kept values (1)', 'create table own (n int)'];
    expect(await outcomes(urls[service]!, work)).toEqual(all(work, 'done'));
  });

  it.each(services)('%s connects to no other database', async (service) => {
    const elsewhere = new URL(urls[service]!);
    elsewhere.pathname = '/postgres';
    await expect(query(elsewhere.href, 'select 1')).rejects.toMatchObject({ code: denied });
  });
});
