import { Column, type DataSource, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner } from 'typeorm';

import { eventually, freePort, testDatabase, type TestDatabase } from '#libs/testkit';

import { StartError } from '../start-error.js';
import { openDatabase } from './open-database.js';

@Entity({ name: 'job' })
class JobRow {
  @PrimaryColumn('text')
  id!: string;

  @Column('bytea')
  bytes!: Buffer;
}

class CreateJobs1700000000000 implements MigrationInterface {
  name = 'CreateJobs1700000000000';
  up = async (runner: QueryRunner) => {
    await runner.query('create table job (id text primary key, bytes bytea not null)');
  };
  down = async (runner: QueryRunner) => {
    await runner.query('drop table job');
  };
}

class Broken1700000000001 implements MigrationInterface {
  name = 'Broken1700000000001';
  up = async (runner: QueryRunner) => {
    await runner.query(`insert into nowhere values ('CANARY')`);
  };
  down = async () => undefined;
}

const lines: unknown[] = [];
const note = (fields: unknown, message: string) => void lines.push([fields, message]);
const log = { info: note, warn: note, error: note };
const opened: DataSource[] = [];
let database: TestDatabase;

const open = async (more: object = {}) => {
  const options = {
    url: database.url,
    service: 'generation',
    rows: [JobRow],
    migrations: [CreateJobs1700000000000],
    log,
  };
  const source = await openDatabase({ ...options, ...more } as Parameters<typeof openDatabase>[0]);
  opened.push(source);
  return source;
};

beforeEach(async () => {
  database = await testDatabase('generation');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((source) => source.destroy()));
  await database.drop();
});

describe('a service’s database', () => {
  it('given five processes at once, when they open it, then each migration has run once', async () => {
    const [first] = await Promise.all([open(), open(), open(), open(), open()]);
    const rows = await first.query('select name from generation.migrations');
    expect(rows).toEqual([{ name: 'CreateJobs1700000000000' }]);
  });

  it('given an open one, then rows go into the schema of the service, and nothing is left to generate', async () => {
    const source = await open();
    await source.getRepository(JobRow).insert({ id: 'a', bytes: Buffer.from([1]) });
    expect(
      await source.query('select table_schema from information_schema.tables where table_name = $1', ['job']),
    ).toEqual([{ table_schema: 'generation' }]);
    expect((await source.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
  });

  it('given a session, then it has its name and the limit on idle transactions', async () => {
    const [row] = await (
      await open()
    ).query(
      `select current_setting('application_name') as name, current_setting('idle_in_transaction_session_timeout') as limit,
              current_setting('search_path') as path, current_setting('lock_timeout') as wait`,
    );
    expect(row).toEqual({ name: 'imprimatur-generation', limit: '15s', path: 'generation', wait: '10s' });
  });

  it('given connections that the server cuts, then the pool goes on with new ones', async () => {
    const source = await open();
    const cut = source.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user');
    await expect(cut).rejects.toThrow();
    await eventually(async () => expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]));
  });

  it('given a migration that fails, then one sentence with its SQLSTATE, and no statement', async () => {
    const migrations = [CreateJobs1700000000000, Broken1700000000001];
    await expect(open({ migrations })).rejects.toThrow('The schema generation could not be migrated (SQLSTATE 42P01).');
    await expect(open({ migrations })).rejects.not.toThrow('CANARY');
    await expect(open()).resolves.toBeDefined();
  });

  it('given no server, then one sentence without the password', async () => {
    const url = `postgres://role:hunter2@127.0.0.1:${await freePort()}/imprimatur`;
    await expect(open({ url })).rejects.toThrow(StartError);
    await expect(open({ url })).rejects.toThrow('The database of DATABASE_URL cannot be reached (ECONNREFUSED).');
  });
});
