import { type Admin, Kafka, logLevel, type Message, Partitioners } from 'kafkajs';
import pg from 'pg';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';

import {
  answerRejectedV1,
  eventId,
  type IncomingEvent,
  inputOf,
  makeSmallEvent,
  type Question,
  readDeadLetter,
  readQuestion,
  topics,
} from '#libs/contracts';
import {
  consumerGroup,
  createEventFlow,
  done,
  type EventFlow,
  eventFlowRows,
  EventFlowTables1764500000000,
  type FlowTuning,
  kafkaReadAll,
  type KafkaSettings,
  kafkaTopicAdmin,
  type SliceResult,
  type TransactionalSlice,
  transactionalWith,
} from '#libs/event-flow';
import { eventually, testBroker, type TestBroker, testDatabase, type TestDatabase } from '#libs/testkit';

import { type CaseMessage, headersOf, valueOf } from './case-message-spec.js';

export const asked = 'questions.asked.v1';
export const letters = 'dlq.generation.v1';
const effects = 'answers.drafted.v1';
export const group = consumerGroup('generation', asked);

/** What a case's handler does: one event for the question, through the outbox. */
export function effectOf(event: IncomingEvent<Question>): SliceResult {
  const { interactionId } = event.data;
  const data = { ...answerRejectedV1.example, interactionId };
  const id = eventId(inputOf(event.envelope), effects, 0);
  const { time } = event.envelope;
  return done(makeSmallEvent({ definition: answerRejectedV1, data, id, source: 'urn:cases', time, topic: effects }));
}

/** Broker, database and the flows of one service that reads questions with a slice of the case's own. */
export class QueueHouse {
  readonly fatal: string[] = [];
  readonly metrics = new Registry();
  private readonly closers: (() => Promise<unknown>)[] = [];

  private constructor(
    private readonly broker: TestBroker,
    readonly database: TestDatabase,
    readonly dataSource: DataSource,
    readonly kafka: KafkaSettings,
    readonly stranger: Kafka,
    readonly admin: Admin,
  ) {}

  static async open(): Promise<QueueHouse> {
    const broker = await testBroker(topics.map(({ name }) => name));
    const database = await testDatabase('generation');
    const dataSource = await openDataSource(database.url);
    const kafka = { brokers: broker.brokers, clientId: 'imprimatur-cases', createTopics: false };
    const stranger = new Kafka({ brokers: broker.brokers, logLevel: logLevel.NOTHING });
    const house = new QueueHouse(broker, database, dataSource, kafka, stranger, stranger.admin());
    await house.admin.connect();
    const ours = await kafkaTopicAdmin(kafka);
    await eventually(() => ours.ensureTopics(topics)).finally(() => ours.close());
    return house;
  }

  /** The partition begins at the very offset that the case names first: what lay before it is deleted. */
  async beginAt({ partition, offset }: CaseMessage): Promise<void> {
    await this.send(Array.from({ length: Number(offset) }, () => ({ partition, value: 'before' })));
    // kafkajs deletes only where it has looked before.
    await this.admin.fetchTopicOffsets(asked);
    await this.admin.deleteTopicRecords({ topic: asked, partitions: [{ partition, offset }] });
  }

  /** The records of the case, one for each offset; they lie where the case says once `beginAt` was called. */
  async produce(messages: readonly CaseMessage[]): Promise<void> {
    const places = new Map(messages.map((message) => [message.offset, message]));
    const records = [...places.values()].map((message) => {
      const { key, partition, timestamp } = message;
      return { key, partition, timestamp, headers: headersOf(message), value: valueOf(message) };
    });
    await this.send(records);
  }

  /** Makes the group take everything once more, as after a commit that got lost. */
  async rewind(messages: readonly CaseMessage[]): Promise<void> {
    const partitions = messages.slice(0, 1).map(({ partition, offset }) => ({ partition, offset }));
    await this.admin.setOffsets({ groupId: group, topic: asked, partitions });
    const [offsets] = await this.admin.fetchOffsets({ groupId: group, topics: [asked] });
    expect(offsets?.partitions).toEqual(expect.arrayContaining([expect.objectContaining(partitions[0])]));
  }

  async start(
    handle: TransactionalSlice<Question> = async (event) => effectOf(event),
    tuning: Partial<FlowTuning> = {},
  ): Promise<EventFlow> {
    const flow = createEventFlow({
      service: 'generation',
      kafka: this.kafka,
      subscriptions: [transactionalWith({ topic: asked, read: readQuestion, handle })],
      dataSource: this.dataSource,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      onFatal: (code) => this.fatal.push(code),
      metrics: this.closers.length === 0 ? this.metrics : new Registry(),
      tuning,
    });
    this.closers.push(() => flow.stop());
    await flow.start();
    return flow;
  }

  /** Lag 0: every record is handled or dead-lettered, and committed. */
  async settled(flow: EventFlow): Promise<void> {
    await eventually(async () => expect(await flow.lag([asked])).toBe(0), { timeoutMs: 30_000 });
    await eventually(async () => expect(await this.count('event_outbox where sent_at is null')).toBe(0));
  }

  /** The keys of what the slices emitted, as they lie in the topic. */
  async effects(): Promise<string[]> {
    return (await kafkaReadAll(this.kafka, [effects])).map(({ key }) => String(key));
  }

  async deadLetters(): Promise<{ offset: string; code: string; pointer: string | null }[]> {
    const records = await kafkaReadAll(this.kafka, [letters]);
    return records.flatMap((record) => {
      const letter = readDeadLetter(record);
      return letter ? [{ offset: letter.origin.offset, code: letter.origin.code, pointer: letter.origin.pointer }] : [];
    });
  }

  async count(table: string): Promise<number> {
    const [row]: { n: number }[] = await this.dataSource.query(`select count(*)::int as n from ${table}`);
    return row?.n ?? -1;
  }

  private async send(messages: readonly Message[]): Promise<void> {
    const producer = this.stranger.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    await producer.connect();
    await producer.send({ topic: asked, messages: [...messages] });
    await producer.disconnect();
  }

  /** When the service's role may not log in, its sessions are ended too: PostgreSQL is down for it. */
  async letLogIn(may: boolean): Promise<void> {
    const { username } = new URL(this.database.url);
    const admin = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
    await admin.connect();
    await admin.query(`alter role ${pg.escapeIdentifier(username)} ${may ? 'login' : 'nologin'}`);
    if (!may) await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [username]);
    await admin.end();
  }

  onClose(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  async close(): Promise<void> {
    await Promise.all(this.closers.splice(0).map((close) => close()));
    await this.admin.disconnect();
    await this.dataSource.destroy();
    await this.database.drop();
    await this.broker.stop();
  }
}

async function openDataSource(url: string): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    entities: [...eventFlowRows],
    migrations: [EventFlowTables1764500000000],
    extra: { connectionTimeoutMillis: 2_000 },
    poolErrorHandler: () => undefined,
  });
  await dataSource.initialize();
  await dataSource.runMigrations();
  return dataSource;
}
