import pg from 'pg';

import { answerRejectedV1 } from '#libs/contracts';
import { startEmbeddedBroker } from '#libs/embedded-kafka';
import { eventually, freePort, tempDir, type TempDir } from '#libs/testkit';

import { forwarded, headerOf, inputEvent, outTopic } from './flow-events-spec.js';
import { FlowFixture } from './flow-fixture-spec.js';
import { direct, done, kafkaReadAll, transactional } from './index.js';

jest.setTimeout(60_000);

const forwarding = transactional(answerRejectedV1, async (event) => done(forwarded(event)));

describe('an outage', () => {
  let dir: TempDir;
  let port: number;
  let broker: Awaited<ReturnType<typeof startEmbeddedBroker>>;
  let house: FlowFixture;

  const startBroker = async () => (broker = await startEmbeddedBroker({ dataDir: dir.path, port, fsync: false }));
  const deadLetters = () => kafkaReadAll(house.kafka, ['dlq.delivery.v1']);

  beforeEach(async () => {
    dir = await tempDir('outage');
    port = await freePort();
    await startBroker();
    house = await FlowFixture.open({ brokers: [`127.0.0.1:${port}`], stop: () => broker.close() });
  });
  afterEach(async () => {
    await house.close();
    await dir.remove();
  });

  it('given the broker goes away, then the service is not ready, keeps what it has filed, and goes on when it is back', async () => {
    const flow = await house.start({ subscriptions: [forwarding] });
    await house.publish(inputEvent('question-1'));
    await eventually(async () => expect(await house.count('event_outbox where sent_at is not null')).toBe(1));
    await broker.close();
    await flow.transactions.run(async (_tx, emit) => emit(forwardedFrom('question-2')));
    await eventually(() => expect(flow.readiness().reasons).toContain('kafka.away'), { timeoutMs: 30_000 });
    expect(await house.count('event_outbox where sent_at is null')).toBe(1);
    await startBroker();
    await eventually(() => expect(flow.readiness()).toEqual({ ready: true, reasons: [] }), { timeoutMs: 30_000 });
    await house.publish(inputEvent('question-3'));
    await eventually(async () => expect(await house.count('event_outbox where sent_at is not null')).toBe(3));
    const out = await kafkaReadAll(house.kafka, [outTopic]);
    expect(new Set(out.map((one) => headerOf(one, 'ce_id'))).size).toBe(3);
    expect(await deadLetters()).toEqual([]);
  });

  it('given the broker is away at the start, then the flow starts, says why it is not ready, and begins when it is there', async () => {
    await broker.close();
    const flow = house.create({ subscriptions: [direct(answerRejectedV1, (event) => done(forwarded(event)))] });
    await flow.start();
    await eventually(() => expect(flow.readiness().reasons).toEqual(['kafka.away']));
    await startBroker();
    await eventually(() => expect(flow.readiness().ready).toBe(true), { timeoutMs: 30_000 });
  });

  it('given the database goes away, then nothing is dead-lettered, the service is not ready, and all is done when it is back', async () => {
    const flow = await house.start({ subscriptions: [forwarding] });
    await setLogin(house, false);
    await house.publish(...Array.from({ length: 20 }, (_, index) => inputEvent(`question-${index}`)));
    await eventually(() => expect(flow.readiness().reasons).toEqual(['database.away']));
    await setLogin(house, true);
    await eventually(() => expect(flow.readiness()).toEqual({ ready: true, reasons: [] }), { timeoutMs: 30_000 });
    await eventually(async () => expect(await house.count('event_outbox where sent_at is not null')).toBe(20), {
      timeoutMs: 30_000,
    });
    expect(await house.count('event_inbox')).toBe(20);
    expect(await deadLetters()).toEqual([]);
  });

  it('given a database session that ends in mid-transaction, then the record is done again, once', async () => {
    let cuts = 1;
    const cutting = transactional(answerRejectedV1, async (event, { tx }) => {
      if (cuts-- > 0) await tx.query('select pg_terminate_backend(pg_backend_pid())');
      return done(forwarded(event));
    });
    await house.start({ subscriptions: [cutting] });
    await house.publish(inputEvent('question-1'));
    await eventually(async () => expect(await house.count('event_outbox where sent_at is not null')).toBe(1));
    expect(await deadLetters()).toEqual([]);
  });
});

const forwardedFrom = (interactionId: string) => ({
  ...inputEvent(interactionId, 0, '6ba7b811-9dad-11d1-80b4-00c04fd430c8'),
  topic: outTopic,
});

/** The role may log in or not; when it may not, its sessions are ended. */
async function setLogin(house: FlowFixture, may: boolean): Promise<void> {
  const { username } = new URL(house.database.url);
  const admin = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await admin.connect();
  await admin.query(`alter role ${pg.escapeIdentifier(username)} ${may ? 'login' : 'nologin'}`);
  if (!may) await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [username]);
  await admin.end();
}
