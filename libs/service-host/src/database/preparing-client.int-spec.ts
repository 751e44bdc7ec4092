import { type DataSource, type QueryRunner } from 'typeorm';

import { nameOfPrepared, prepared } from '#libs/event-flow';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { openDatabase } from './open-database.js';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('a marked statement', () => {
  let database: TestDatabase;
  let source: DataSource;
  let session: QueryRunner;
  beforeAll(async () => {
    database = await testDatabase('delivery');
    const { url } = database;
    source = await openDatabase({ url, service: 'delivery', rows: [], migrations: [], log });
    session = source.createQueryRunner();
  });
  afterAll(async () => {
    await session?.release();
    await source?.destroy();
    await database?.drop();
  });

  const preparedNow = async () => {
    const rows: { name: string; runs: number }[] = await session.query(
      'select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements',
    );
    return rows;
  };

  it('given the ORM, when it is asked for twice, then its session prepared it once, and each call has its own values', async () => {
    const sql = prepared('select n * 2 as twice from unnest($1::integer[]) as n');
    const ask = (numbers: number[]) => session.manager.transaction((tx) => tx.query(sql, [numbers]));
    expect(await ask([1, 2])).toEqual([{ twice: 2 }, { twice: 4 }]);
    expect(await ask([7])).toEqual([{ twice: 14 }]);
    expect(await preparedNow()).toEqual([{ name: nameOfPrepared(sql), runs: 2 }]);
  });

  it('given one that was not marked, then it is not prepared', async () => {
    const before = await preparedNow();
    expect(await session.query('select $1::integer as n', [3])).toEqual([{ n: 3 }]);
    expect(await preparedNow()).toEqual(before);
  });

  it('given a call that fails in a transaction, then the statement serves the next one', async () => {
    const sql = prepared('select 1 / n as share from unnest($1::integer[]) as n');
    const ask = (numbers: number[]) => session.manager.transaction((tx) => tx.query(sql, [numbers]));
    await expect(ask([0])).rejects.toThrow();
    expect(await ask([1])).toEqual([{ share: 1 }]);
  });
});
