import { type DataSource } from 'typeorm';

import { openDatabase } from '#libs/service-host';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { ledgerMigrations, ledgerRows } from './database.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('the tables of the ledger', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await testDatabase('ledger');
    const tables = { rows: ledgerRows, migrations: ledgerMigrations };
    dataSource = await openDatabase({ url: database.url, service: 'ledger', ...tables, log: quiet });
  });

  afterAll(async () => {
    await dataSource?.destroy();
    await database?.drop();
  });

  it('given a migrated empty database, then the rows need nothing more', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it.each(['update records set code = null', 'delete from records', 'truncate records'])(
    'given the record, when somebody tries to %s, then the database refuses',
    async (statement) => {
      await expect(dataSource.query(statement)).rejects.toThrow('append-only');
    },
  );
});
