import { type Admin, Kafka, logLevel } from 'kafkajs';

import { type IncomingRecord, type Topic, topicNamed } from '#libs/contracts';
import { ok } from '#libs/kernel';
import { eventually, testBroker, type TestBroker } from '#libs/testkit';

import {
  createEventFlow,
  type DirectSubscription,
  done,
  type EventFlow,
  type FlowTuning,
  kafkaPublisher,
  type KafkaSettings,
  kafkaTopicAdmin,
  type OutgoingRecord,
} from '../index.js';

/** The service of these tests: it has few topics, so a cluster makes them quickly. */
export const service = 'jury';
export const smallTopic = 'jury.verdict-reached.v1';
export const largeTopic = 'jury.summoned.v1';
export const compactedTopic = 'config.changed.v1';
export const houseTopics = [smallTopic, largeTopic, compactedTopic, 'dlq.jury.v1'].map(tableRow);

export function tableRow(name: string): Topic {
  const topic = topicNamed(name);
  if (!topic) throw new Error(`${name} is not in the topic table`);
  return topic;
}

/** A broker of either kind with the topics of `jury`, reached by our ports, and by kafkajs where a test looks behind them. */
export class ConformanceHouse {
  /** Codes for which a flow asked that its process ends. */
  readonly fatal: string[] = [];
  private readonly closers: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly broker: TestBroker,
    readonly kafka: KafkaSettings,
    readonly stranger: Kafka,
    readonly admin: Admin,
  ) {}

  /** @param topics those that are made; all of `houseTopics` are deleted first */
  static async open(topics: readonly Topic[] = houseTopics): Promise<ConformanceHouse> {
    const broker = await testBroker(houseTopics.map(({ name }) => name));
    const kafka = { brokers: broker.brokers, clientId: 'imprimatur-conformance', createTopics: false };
    const stranger = new Kafka({ brokers: broker.brokers, logLevel: logLevel.NOTHING });
    const house = new ConformanceHouse(broker, kafka, stranger, stranger.admin());
    await house.admin.connect();
    const ours = await kafkaTopicAdmin(kafka);
    await eventually(() => ours.ensureTopics(topics)).finally(() => ours.close());
    await house.untilLed(topics);
    return house;
  }

  /** A cluster names the leader of a new partition a moment before that broker knows of it. */
  private async untilLed(topics: readonly Topic[]): Promise<void> {
    for (const { name } of topics) await eventually(() => this.admin.fetchTopicOffsets(name));
  }

  /** In one publish, with a producer of its own. */
  async publish(...records: OutgoingRecord[]): Promise<void> {
    const publisher = kafkaPublisher(this.kafka);
    try {
      await publisher.publish(records);
    } finally {
      await publisher.close();
    }
  }

  /** A flow that hands the raw records of `topic` to `take`, ready or about to be. */
  async start(
    topic: string,
    take: (record: IncomingRecord) => void | Promise<void>,
    tuning: Partial<FlowTuning> = {},
  ): Promise<EventFlow> {
    const flow = createEventFlow({
      service,
      kafka: this.kafka,
      subscriptions: [rawSubscription(topic, take)],
      dataSource: null,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      onFatal: (code) => this.fatal.push(code),
      tuning: { sessionTimeoutMs: 6_000, ...tuning },
    });
    this.onClose(() => flow.stop());
    await flow.start();
    return flow;
  }

  onClose(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  async close(): Promise<void> {
    await Promise.all(this.closers.splice(0).map((close) => close()));
    await this.admin.disconnect();
    await this.broker.stop();
  }
}

function rawSubscription(topic: string, take: (record: IncomingRecord) => void | Promise<void>): DirectSubscription {
  return {
    mode: 'direct',
    topic,
    read: (record) => {
      const id = `${record.partition}-${record.offset}`;
      return ok({ envelope: { id, source: 'urn:test', type: topic, time: record.timestamp }, data: null, record });
    },
    handle: async ({ record }) => {
      await take(record);
      return done();
    },
  };
}

export async function untilReady(flow: EventFlow): Promise<void> {
  await eventually(() => expect(flow.readiness()).toEqual({ ready: true, reasons: [] }), { timeoutMs: 30_000 });
}

export function record(topic: string, key: string | null, value: string | Buffer | null): OutgoingRecord {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return { topic, key: key === null ? null : Buffer.from(key), headers: [], value: bytes };
}

/** `<key>/<ordinal>` as the value, ordinals rising within each key, keys in turn. */
export function keyed(topic: string, keys: number, each: number, from = 0): OutgoingRecord[] {
  return Array.from({ length: keys * each }, (_, index) => {
    const key = `key-${index % keys}`;
    return record(topic, key, `${key}/${from + Math.floor(index / keys)}`);
  });
}

export const textOf = ({ value }: Pick<IncomingRecord, 'value'>): string => value?.toString() ?? '';

/** The ordinals of a key in the order of their first occurrence. */
export function firstOrdinals(texts: readonly string[], key: string): number[] {
  const mine = texts.filter((text) => text.startsWith(`${key}/`)).map((text) => Number(text.split('/')[1]));
  return [...new Set(mine)];
}
