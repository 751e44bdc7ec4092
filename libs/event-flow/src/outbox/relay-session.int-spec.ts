import pg from 'pg';
import { type DataSource } from 'typeorm';

import { eventually, testDatabase, type TestDatabase } from '#libs/testkit';

import { openDataSource } from '../flow-events-spec.js';
import { RelaySession } from './relay-session.js';

describe("the relay's session", () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeEach(async () => {
    database = await testDatabase('delivery');
    dataSource = await openDataSource(database.url);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await dataSource.destroy();
    await database.drop();
  });

  const sessions = async (): Promise<number> => {
    const [row] = await dataSource.query<{ n: number }[]>(
      `select count(*)::int as n from pg_stat_activity where application_name = 'imprimatur-relay' and usename = current_user`,
    );
    return row?.n ?? -1;
  };

  it('given a query that fails after the connection was made, then neither the connection nor a timer is left', async () => {
    const { query } = pg.Client.prototype as unknown as {
      query: (this: pg.Client, ...args: unknown[]) => Promise<unknown>;
    };
    const cutOff = function (this: pg.Client, ...args: unknown[]) {
      if (String(args[0]).startsWith('listen')) return Promise.reject(new Error('cut off'));
      return query.apply(this, args);
    };
    (jest.spyOn(pg.Client.prototype, 'query') as unknown as jest.Mock).mockImplementation(cutOff);
    const timers = jest.spyOn(globalThis, 'setInterval');
    await expect(RelaySession.open(dataSource, () => undefined)).rejects.toThrow('cut off');
    expect(timers).not.toHaveBeenCalled();
    await eventually(async () => expect(await sessions()).toBe(0));
  });

  it('given an open session, then it is there, and closing ends it', async () => {
    const session = await RelaySession.open(dataSource, () => undefined);
    expect(await sessions()).toBe(1);
    await session.close();
    await eventually(async () => expect(await sessions()).toBe(0));
  });
});
