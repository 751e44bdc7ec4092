import { type DataSource } from 'typeorm';

import {
  type ConfigurationChange,
  type ConfigurationLog,
  configurationOf,
  emptyConfigurationLog,
  readConfiguration,
  withChanges,
} from '#libs/contracts';
import { OutageError } from '#libs/event-flow';
import { openDatabase } from '#libs/service-host';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { ledgerMigrations, ledgerRows } from '../database.js';
import { appliedFiles } from './adapters/postgres/applied-files.js';
import { type PublishChanges } from './publish-changes.js';
import { seedConfiguration } from './seed-configuration.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const fileOf = (...channels: string[]) => {
  const read = readConfiguration({
    revision: 1,
    profiles: [{ id: 'e', adapter: 'extractive', enabled: true }],
    policies: [{ id: 'p', namespace: null, channel: null, profile: 'e', allowUnprobed: [], reviewWithinMs: 60_000 }],
    channels: channels.map((id) => ({ id, namespaces: 'every' })),
    apiTokens: [],
  });
  if (!read.ok) throw new Error(read.failure.pointer);
  return read.value;
};

describe('a ledger that seeds the configuration', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  /** What lies on the topic. */
  let topic: ConfigurationLog;
  let sends: (readonly ConfigurationChange[])[];

  beforeEach(async () => {
    [topic, sends] = [emptyConfigurationLog, []];
    database = await testDatabase('ledger');
    const tables = { rows: ledgerRows, migrations: ledgerMigrations };
    dataSource = await openDatabase({ url: database.url, service: 'ledger', ...tables, log: quiet });
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const write: PublishChanges = (changes) => {
    sends.push(changes);
    topic = withChanges(topic, changes);
    return Promise.resolve();
  };
  const seed = (file: ReturnType<typeof fileOf>, publish = write, signal = new AbortController().signal) => {
    const source = { readToEnd: () => Promise.resolve(topic) };
    return seedConfiguration({ file, source, applied: appliedFiles(dataSource), publish, log: quiet })(signal);
  };
  const channelsOnTopic = () => {
    const read = configurationOf(topic);
    return read.ok ? read.value.channels.map(({ id }) => id) : [];
  };
  const revisions = async () =>
    (await dataSource.query<{ revision: string }[]>('select revision from configuration_files order by id')).map(
      ({ revision }) => Number(revision),
    );

  it('given a new topic, a restart, and a changed file, then it writes what differs and remembers the file', async () => {
    await seed(fileOf('web'));
    await seed(fileOf('web'));
    expect([sends.length, await revisions()]).toEqual([1, [3]]);
    await seed(fileOf('web', 'desk'));
    expect([channelsOnTopic(), sends[1]?.length, await revisions()]).toEqual([['desk', 'web'], 1, [3, 4]]);
  });

  it('given the former file again, then it is another file than the last one, and holds', async () => {
    for (const file of [fileOf('web'), fileOf('web', 'desk'), fileOf('web')]) await seed(file);
    expect([channelsOnTopic(), await revisions()]).toEqual([['web'], [3, 4, 5]]);
  });

  it('given two that start at once, then one writes', async () => {
    await Promise.all([seed(fileOf('web')), seed(fileOf('web')), seed(fileOf('web'))]);
    expect([sends.length, await revisions()]).toEqual([1, [3]]);
  });

  it('given a send of unknown fate, then it looks again and writes what is missing', async () => {
    let tries = 0;
    const halfSent: PublishChanges = async (changes) => {
      tries += 1;
      await write(tries === 1 ? changes.slice(0, 2) : changes);
      if (tries === 1) throw new OutageError('kafka.away');
    };
    await seed(fileOf('web'), halfSent);
    expect([channelsOnTopic(), sends.map(({ length }) => length), await revisions()]).toEqual([['web'], [2, 1], [3]]);
  });

  it('given a broker that stays away, then the start can be given up, and no file counts as applied', async () => {
    const away: PublishChanges = () => Promise.reject(new OutageError('kafka.away'));
    await expect(seed(fileOf('web'), away, AbortSignal.timeout(50))).rejects.toThrow();
    expect(await revisions()).toEqual([]);
  });
});
