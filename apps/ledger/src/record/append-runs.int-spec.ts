import { randomBytes } from 'node:crypto';

import { type DataSource } from 'typeorm';

import { answerDraftedV1, answerFailedV1, type IncomingRecord, questionAskedV1 } from '#libs/contracts';
import { type Run, type RunSlice } from '#libs/event-flow';
import { openDatabase } from '#libs/service-host';
import { eventually, testDatabase, type TestDatabase } from '#libs/testkit';

import { ledgerMigrations, ledgerRows } from '../database.js';
import { type MasterKeys } from './adapters/crypto/master-keys.js';
import { openVault } from './adapters/crypto/vault.js';
import { dataKeysById } from './adapters/postgres/data-keys.js';
import { linkOf, type StoredLink } from './adapters/postgres/record-columns.js';
import { recordStoreOn } from './adapters/postgres/record-store.js';
import { postgresStoryReader } from './adapters/postgres/story-reader.js';
import { appendRuns } from './append-runs.js';
import { genesis, type Link, verify } from './domain/chain.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { signal } = new AbortController();
const masterKey = { id: 'm-1', secret: randomBytes(32) };
const masterKeys: MasterKeys = { active: masterKey, byId: new Map([[masterKey.id, masterKey]]) };
const sight = { namespace: 'default', channels: ['web'] };

const headersFor = (type: string): IncomingRecord['headers'] => [
  ['ce_specversion', Buffer.from('1.0')],
  ['ce_id', Buffer.from('event-1')],
  ['ce_source', Buffer.from('urn:imprimatur:test')],
  ['ce_type', Buffer.from(type)],
];
const record = (topic: string, partition: number, offset: number, data: unknown, type = topic): IncomingRecord => ({
  topic,
  partition,
  offset: String(offset),
  timestamp: String(1764500000000 + offset),
  key: Buffer.from('default/x'),
  headers: headersFor(type),
  value: Buffer.from(JSON.stringify(data)),
});
const question = (id: string, partition: number, offset: number) =>
  record('questions.asked.v1', partition, offset, { ...questionAskedV1.example, interactionId: id });
const draft = (id: string, partition: number, offset: number) =>
  record('answers.drafted.v1', partition, offset, { ...answerDraftedV1.example, interactionId: id });
const failed = (id: string, partition: number, offset: number) =>
  record('published.web.v1', partition, offset, { ...answerFailedV1.example, interactionId: id }, 'answer.failed.v1');

/** As the runner gives them: lowest partition first. */
function runsOf(records: readonly IncomingRecord[]): Run[] {
  const partitions = [...new Set(records.map(({ partition }) => partition))].sort((a, b) => a - b);
  return partitions.map((partition) => {
    const [first, ...others] = records.filter((one) => one.partition === partition);
    return { topic: first!.topic, partition, records: [first!, ...others] };
  });
}

describe('appending runs', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const counted: [string, number][] = [];
  const recorder = (clusterId: string, keys = masterKeys): RunSlice =>
    appendRuns({
      clusterId: () => Promise.resolve(clusterId),
      storeOn: recordStoreOn,
      vault: openVault(keys),
      count: (topic, records) => counted.push([topic, records]),
    });
  const run = (slice: RunSlice, ...records: IncomingRecord[]) =>
    dataSource.transaction((tx) => slice(runsOf(records), { tx, signal }));
  const chainOf = async (cluster: string, topic: string, partition: number): Promise<Link[]> => {
    const rows = await dataSource.query<StoredLink[]>(
      `select r.* from records r join chains c on c.id = r.chain_id
       where c.cluster = $1 and c.topic = $2 and c.partition = $3 order by r.seq`,
      [cluster, topic, partition],
    );
    return rows.map(linkOf);
  };
  const questionChain = (cluster: string) => ({ cluster, topic: 'questions.asked.v1', partition: 0 });

  beforeAll(async () => {
    database = await testDatabase('ledger');
    const tables = { rows: ledgerRows, migrations: ledgerMigrations };
    dataSource = await openDatabase({ url: database.url, service: 'ledger', ...tables, log: quiet });
  });

  afterAll(async () => {
    await dataSource?.destroy();
    await database?.drop();
  });

  it('given two runs with a gap between their offsets, then one whole chain stands in the database', async () => {
    const slice = recorder('c-whole');
    await run(slice, question('whole-1', 0, 4), question('whole-2', 0, 5));
    await run(slice, question('whole-1', 0, 9));
    const links = await chainOf('c-whole', 'questions.asked.v1', 0);
    expect(links.map(({ seq, offset }) => [seq, offset])).toEqual([[1, '4'], [2, '5'], [3, '9']]); // prettier-ignore
    expect(verify(questionChain('c-whole'), genesis(questionChain('c-whole')), links).ok).toBe(true);
    expect(counted.slice(-2)).toEqual([['questions.asked.v1', 2], ['questions.asked.v1', 1]]); // prettier-ignore
  });

  it('given runs of several partitions, some known and some not, then each stands whole in its own chain', async () => {
    const slice = recorder('c-many');
    await run(slice, question('many-one', 1, 4), question('many-two', 3, 8));
    await run(slice, question('many-two', 3, 9), question('many-six', 0, 1), question('many-one', 1, 4));
    const chains = await Promise.all([0, 1, 3].map((partition) => chainOf('c-many', 'questions.asked.v1', partition)));
    expect(chains.map((links) => links.map(({ offset }) => offset))).toEqual([['1'], ['4'], ['8', '9']]);
    const names = [0, 1, 3].map((partition) => ({ ...questionChain('c-many'), partition }));
    expect(names.map((name, at) => verify(name, genesis(name), chains[at]!).ok)).toEqual([true, true, true]);
  });

  it('given a stored row of which one column is changed, then the chain breaks there', async () => {
    await run(recorder('c-flip'), question('flip-one', 0, 1), question('flip-two', 0, 2));
    const name = questionChain('c-flip');
    for (const change of [
      'ciphertext = set_byte(ciphertext, 0, get_byte(ciphertext, 0) # 1)',
      'nonce = set_byte(nonce, 11, get_byte(nonce, 11) # 128)',
      'hash = set_byte(hash, 31, get_byte(hash, 31) # 1)',
      '"offset" = 0',
      'timestamp = timestamp + 1',
      'recorded_at = recorded_at - 1',
      "interaction_id = 'flip-six'",
      "namespace = 'other'",
      "code = 'event.schema'",
      "event_id = 'other'",
      "type = 'answers.drafted.v1'",
      'data_key_id = gen_random_uuid()',
      `facts = facts || '{"fragments": 9}'`,
    ]) {
      const links = await tampered(change);
      const broken = verify(name, genesis(name), links);
      expect([change, broken.ok ? 0 : broken.failure.seq]).toEqual([change, 1]);
    }
  });

  /** The links as they would be read after the change, which is rolled back. */
  async function tampered(change: string): Promise<Link[]> {
    const runner = dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query('alter table records disable trigger append_only');
      const chain = "select id from chains where cluster = 'c-flip'";
      await runner.query(`update records set ${change} where chain_id = (${chain}) and seq = 1`);
      const rows = await runner.manager.query<StoredLink[]>(
        `select * from records where chain_id = (${chain}) order by seq`,
      );
      return rows.map(linkOf);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  }

  it('given a run that comes again, whole and with more behind it, then nothing stands twice', async () => {
    const slice = recorder('c-again');
    const [one, two, three] = [question('again-1x', 0, 1), question('again-1x', 0, 2), question('again-1x', 0, 3)];
    await run(slice, one, two);
    await run(slice, one, two);
    await run(slice, two, three);
    const links = await chainOf('c-again', 'questions.asked.v1', 0);
    expect(links.map(({ offset }) => offset)).toEqual(['1', '2', '3']);
    await expect(postgresStoryReader(dataSource).find(sight.namespace, 'again-1x')).resolves.toMatchObject({
      events: 3,
    });
  });

  it('given another record at a recorded offset, then the run fails with its code and nothing is added', async () => {
    const slice = recorder('c-reused');
    await run(slice, question('reused-1', 0, 1));
    const other = { ...question('reused-2', 0, 1), timestamp: '5' };
    await expect(run(slice, other, question('reused-2', 0, 2))).rejects.toMatchObject({ code: 'record.offset_reused' });
    await expect(chainOf('c-reused', 'questions.asked.v1', 0)).resolves.toHaveLength(1);
  });

  it('given two owners of one partition at once, then one is fenced, and its run repeated adds nothing twice', async () => {
    const slice = recorder('c-fence');
    await run(slice, question('fence-one', 0, 1));
    const records = [question('fence-one', 0, 2), question('fence-one', 0, 3)];
    const former = dataSource.createQueryRunner();
    await former.startTransaction();
    try {
      const store = recordStoreOn(former.manager);
      const [stale] = await store.open([questionChain('c-fence')]);
      await run(slice, ...records);
      const [link] = (await chainOf('c-fence', 'questions.asked.v1', 0)).slice(1);
      expect(stale?.head.seq).toBe(1);
      await expect(store.append([{ ...link!, chainId: stale!.id, offset: '7' }])).rejects.toMatchObject({
        code: '23505',
      });
    } finally {
      await former.rollbackTransaction();
      await former.release();
    }
    await run(slice, ...records);
    await expect(chainOf('c-fence', 'questions.asked.v1', 0)).resolves.toHaveLength(3);
  });

  it('given many owners that append the same runs at the same time and repeat what failed, then the chain is one', async () => {
    const slice = recorder('c-race');
    const records = Array.from({ length: 24 }, (_, at) => question(`race-run-${at % 5}`, 0, at));
    const owner = async () => {
      for (let at = 0; at < records.length; at += 4) {
        await eventually(() => run(slice, ...records.slice(at, at + 4)), { intervalMs: 1 });
      }
    };
    await Promise.all([owner(), owner(), owner()]);
    const links = await chainOf('c-race', 'questions.asked.v1', 0);
    expect(links.map(({ offset }) => Number(offset))).toEqual(records.map((_, at) => at));
    expect(verify(questionChain('c-race'), genesis(questionChain('c-race')), links).ok).toBe(true);
  });

  it('given topics recorded at once for the same interactions, then no run waits for another for ever and all agree on the key', async () => {
    const slice = recorder('c-topics');
    const ids = Array.from({ length: 20 }, (_, at) => `topics-${String(at).padStart(2, '0')}`);
    const turned = [...ids].reverse();
    await Promise.all([
      run(slice, ...ids.map((id, at) => question(id, 0, at))),
      run(slice, ...turned.map((id, at) => draft(id, 0, at))),
      run(slice, ...ids.map((id, at) => failed(id, 0, at))),
    ]);
    const keys = await dataSource.query<{ keys: string }[]>(
      `select count(distinct data_key_id) as keys from records where interaction_id like 'topics-%' group by interaction_id`,
    );
    expect(keys).toEqual(ids.map(() => ({ keys: '1' })));
    await expect(postgresStoryReader(dataSource).find(sight.namespace, ids[7]!)).resolves.toMatchObject({
      state: 'failed',
      code: 'envelope.truncated',
      events: 3,
    });
  });

  it('given poison, then its bytes are kept with a code and read back as they were', async () => {
    const poison = { ...record('answers.drafted.v1', 5, 1, {}), value: Buffer.from([0x7b, 0xff, 0x00]) };
    const tombstone = { ...record('answers.drafted.v1', 5, 2, {}), key: null, value: null };
    await run(recorder('c-poison'), poison, tombstone);
    const links = await chainOf('c-poison', 'answers.drafted.v1', 5);
    expect(links.map(({ code }) => code)).toEqual(['event.not_json', 'event.tombstone']);
    const opened = await Promise.all(links.map((link) => decrypted('c-poison', link, 5)));
    expect(opened.map((content) => content.ok && [content.value.key, content.value.value])).toEqual([
      [poison.key, poison.value],
      [null, null],
    ]);
  });

  async function decrypted(cluster: string, link: Link, partition: number) {
    const vault = openVault(masterKeys);
    const kept = (await dataKeysById(dataSource.manager, [link.dataKeyId])).get(link.dataKeyId);
    const key = vault.unwrap(kept!);
    if (!key.ok) throw new Error(key.failure);
    return vault.decrypt(key.value, { cluster, topic: 'answers.drafted.v1', partition }, link);
  }

  it('given a canary in a question, then it stands in no column of any table', async () => {
    const asked = { ...questionAskedV1.example, interactionId: 'canary-1', question: 'canary-4711 ?' };
    await run(recorder('c-canary'), record('questions.asked.v1', 0, 1, asked));
    for (const table of ['records', 'interactions', 'data_keys', 'chains', 'content_reads', 'event_inbox']) {
      const [found] = await dataSource.query<{ rows: string }[]>(
        `select count(*) as rows from ${table} t where t::text like '%canary-4711%' or t::text like $1`,
        [`%${Buffer.from('canary-4711').toString('hex')}%`],
      );
      expect([table, found?.rows]).toEqual([table, '0']);
    }
  });

  it('given a master key that does not unwrap, then nothing is appended and the code says why', async () => {
    await run(recorder('c-keys'), question('keys-one', 0, 1));
    const other = { id: 'm-1', secret: randomBytes(32) };
    const wrong = recorder('c-keys', { active: other, byId: new Map([[other.id, other]]) });
    await expect(run(wrong, question('keys-one', 0, 2))).rejects.toMatchObject({ code: 'record.master_key_wrong' });
    await expect(chainOf('c-keys', 'questions.asked.v1', 0)).resolves.toHaveLength(1);
  });

  it('given an interaction whose key was destroyed, then its later records still lengthen the chain and cannot be read', async () => {
    const slice = recorder('c-erased');
    await run(slice, draft('erased-1', 0, 1));
    await dataSource.query(
      "update data_keys set wrapped = null, destroyed_at = now() where owner = 'interaction:default/erased-1'",
    );
    await run(slice, draft('erased-1', 0, 2));
    const links = await chainOf('c-erased', 'answers.drafted.v1', 0);
    const chain = { cluster: 'c-erased', topic: 'answers.drafted.v1', partition: 0 };
    expect(verify(chain, genesis(chain), links)).toMatchObject({ ok: true, value: { seq: 2 } });
    await expect(decrypted('c-erased', links[1]!, 0)).rejects.toThrow('record.erased');
  });
});
