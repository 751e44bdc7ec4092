import { type DataSource } from 'typeorm';

import { type IncomingRecord, type OutgoingEvent, topicsWith } from '#libs/contracts';
import { eventually, testBroker, type TestBroker, testDatabase, type TestDatabase } from '#libs/testkit';

import { openDataSource } from './flow-events-spec.js';
import {
  createEventFlow,
  type EventFlow,
  type EventFlowOptions,
  eventRecord,
  kafkaPublisher,
  type KafkaSettings,
  kafkaTail,
  kafkaTopicAdmin,
  type OutgoingRecord,
} from './index.js';

/** A broker with every topic, a database of one service, and the flows that a test starts on them. */
export class FlowFixture {
  private readonly closers: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly broker: TestBroker,
    readonly database: TestDatabase,
    readonly dataSource: DataSource,
    readonly kafka: KafkaSettings,
  ) {}

  static async open(given?: TestBroker): Promise<FlowFixture> {
    const wanted = topicsWith(['web']);
    const broker = given ?? (await testBroker(wanted.map(({ name }) => name)));
    const database = await testDatabase('delivery');
    const dataSource = await openDataSource(database.url);
    const kafka = { brokers: broker.brokers, clientId: 'imprimatur-test', createTopics: false };
    const admin = await kafkaTopicAdmin(kafka);
    await admin.ensureTopics(wanted);
    // A real broker names a new topic's leaders some time before they take records.
    for (const { name } of wanted) await eventually(() => admin.lag('imprimatur-test', name), { timeoutMs: 20_000 });
    await admin.close();
    return new FlowFixture(broker, database, dataSource, kafka);
  }

  create(options: Partial<EventFlowOptions>): EventFlow {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const { kafka, dataSource } = this;
    const flow = createEventFlow({
      service: 'delivery',
      kafka,
      subscriptions: [],
      dataSource,
      channels: () => ['web'],
      log,
      ...options,
    });
    this.closers.push(() => flow.stop());
    return flow;
  }

  async start(options: Partial<EventFlowOptions>): Promise<EventFlow> {
    const flow = this.create(options);
    await flow.start();
    await eventually(() => throwUnlessReady(flow), { timeoutMs: 20_000 });
    return flow;
  }

  async publish(...records: (OutgoingEvent | OutgoingRecord)[]): Promise<void> {
    const publisher = kafkaPublisher(this.kafka);
    await publisher.publish(records.map((record) => ('id' in record ? eventRecord(record) : record)));
    await publisher.close();
  }

  /** Follows a topic from its beginning. */
  async follow(topic: string): Promise<IncomingRecord[]> {
    const seen: IncomingRecord[] = [];
    const tail = await kafkaTail(this.kafka, [topic], (record) => seen.push(record), { fromBeginning: true });
    this.closers.push(() => tail.stop());
    return seen;
  }

  async count(table: string): Promise<number> {
    const rows: { n: number }[] = await this.dataSource.query(`select count(*)::int as n from ${table}`);
    return rows[0]?.n ?? -1;
  }

  /** Stops what the tests started; broker and database stay. */
  async settle(): Promise<void> {
    await Promise.all(this.closers.splice(0).map((close) => close()));
  }

  async close(): Promise<void> {
    await this.settle();
    await this.dataSource.destroy();
    await this.database.drop();
    await this.broker.stop();
  }
}

function throwUnlessReady(flow: EventFlow): void {
  const { ready, reasons } = flow.readiness();
  if (!ready) throw new Error(`not ready: ${reasons.join(', ')}`);
}
