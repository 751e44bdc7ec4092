import { type DataSource } from 'typeorm';

import { eventually, testDatabase, type TestDatabase } from '#libs/testkit';

import { openDataSource } from './flow-events-spec.js';
import { outboxState } from './outbox/outbox-state.js';
import { keepSweeping, sweepEventFlow } from './sweep.js';

describe('inbox and outbox over time', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeEach(async () => {
    database = await testDatabase('delivery');
    dataSource = await openDataSource(database.url);
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const inbox = (id: string, age: string) =>
    dataSource.query(
      `insert into event_inbox (consumer, source, id, digest, received_at) values ('c', 's', $1, '', now() - $2::interval)`,
      [id, age],
    );
  const outbox = (age: string, sent: string | null) =>
    dataSource.query(
      `insert into event_outbox (shard, event_id, topic, key, headers, value, created_at, sent_at)
       values (0, gen_random_uuid(), 't', '', '', '', now() - $1::interval, now() - $2::interval)`,
      [age, sent],
    );

  const refused = (id: number, age: string) =>
    dataSource.query(
      `insert into event_outbox_refused (id, event_id, topic, key, headers, value, code, refused_at)
       values ($1, gen_random_uuid(), 't', '', '', 'withheld', 'seal.signature', now() - $2::interval)`,
      [id, age],
    );

  it('given rows of all ages, then only old inbox rows, long sent outbox rows and what was withheld for three days go', async () => {
    await inbox('young', '9 days');
    await inbox('old', '11 days');
    await outbox('2 hours', '30 minutes');
    await outbox('2 hours', '61 minutes');
    await outbox('90 days', null);
    await refused(1, '71 hours');
    await refused(2, '73 hours');
    expect(await sweepEventFlow(dataSource)).toEqual({ inbox: 1, outbox: 1, refused: 1 });
    expect(await sweepEventFlow(dataSource)).toEqual({ inbox: 0, outbox: 0, refused: 0 });
    expect(await dataSource.query('select id from event_outbox_refused')).toEqual([{ id: '1' }]);
    expect(await dataSource.query('select id from event_inbox')).toEqual([{ id: 'young' }]);
  });

  it('given sweeps that fail, then each is told, the next comes all the same, and an abort ends them', async () => {
    const stopping = new AbortController();
    const failures: unknown[] = [];
    await dataSource.query('alter table event_inbox rename to gone');
    const sweeping = keepSweeping(dataSource, 5, stopping.signal, (error) => failures.push(error));
    await eventually(() => expect(failures.length).toBeGreaterThan(1));
    stopping.abort();
    await expect(sweeping).resolves.toBeUndefined();
  });

  it('given unsent rows, then their number and the age of the oldest are known, and null when the database is away', async () => {
    await outbox('10 minutes', null);
    await outbox('1 minute', null);
    await outbox('1 day', '1 minute');
    const state = await outboxState(dataSource);
    expect(state?.pending).toBe(2);
    expect(Math.round(state?.oldestSeconds ?? 0)).toBe(600);
    await dataSource.query('alter table event_outbox rename to gone');
    expect(await outboxState(dataSource)).toBeNull();
  });

  it('given the migrations on an empty database, then nothing is left to generate', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});
