import { type Consumer, Kafka, logLevel, type Producer } from 'kafkajs';

import { type KafkaSettings } from '#libs/event-flow';
import { eventually } from '#libs/testkit';

/** What came of trying: `done`, or the protocol's own name for the refusal. */
export type Outcome = string;

/** A principal that tries everything, with kafkajs alone. */
export class Attempts {
  private readonly kafka: Kafka;
  private producer: Promise<Producer> | undefined;

  constructor({ brokers, clientId, login }: KafkaSettings) {
    if (!login) throw new Error('a principal logs in');
    this.kafka = new Kafka({
      brokers: [...brokers],
      clientId,
      logLevel: logLevel.NOTHING,
      sasl: { mechanism: 'scram-sha-512', ...login },
      connectionTimeout: 20_000,
      requestTimeout: 30_000,
      retry: { initialRetryTime: 100, retries: 8 },
    });
  }

  write(topic: string): Promise<Outcome> {
    return outcomeOf(async () => {
      const producer = await (this.producer ??= this.connected());
      await producer.send({ topic, acks: -1, messages: [{ key: 'k', value: 'v' }] });
    });
  }

  /** Joins the group and fetches from the topic; commits nothing. */
  read(topic: string, groupId: string): Promise<Outcome> {
    return this.consume(topic, groupId, (consumer, done) => consumer.on(consumer.events.FETCH, done));
  }

  /** Joins the group, whatever it may read then. */
  join(groupId: string, topic: string): Promise<Outcome> {
    return this.consume(topic, groupId, (consumer, done) => consumer.on(consumer.events.GROUP_JOIN, done));
  }

  /** Says whether it could: a topic that is there already may be asked for, and nothing is made. */
  async createTopic(topic: string): Promise<Outcome> {
    const outcome = await this.admin((admin) => admin.createTopics({ topics: [{ topic }], validateOnly: true }));
    return outcome === 'TOPIC_ALREADY_EXISTS' ? 'done' : outcome;
  }

  admin(work: (admin: ReturnType<Kafka['admin']>) => Promise<unknown>): Promise<Outcome> {
    return outcomeOf(async () => {
      const admin = this.kafka.admin();
      try {
        await admin.connect();
        await work(admin);
      } finally {
        await admin.disconnect();
      }
    });
  }

  async close(): Promise<void> {
    await (await this.producer)?.disconnect();
  }

  private async connected(): Promise<Producer> {
    const producer = this.kafka.producer({ idempotent: false, allowAutoTopicCreation: false });
    await producer.connect();
    return producer;
  }

  private consume(
    topic: string,
    groupId: string,
    until: (consumer: Consumer, done: () => void) => void,
  ): Promise<Outcome> {
    return outcomeOf(async () => {
      const consumer = this.kafka.consumer({ groupId, maxWaitTimeInMs: 50, allowAutoTopicCreation: false });
      try {
        const ended = new Promise<void>((resolve, reject) => {
          until(consumer, resolve);
          consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
        });
        ended.catch(() => undefined);
        await consumer.connect();
        await consumer.subscribe({ topic, fromBeginning: true });
        await consumer.run({ autoCommit: false, eachMessage: () => Promise.resolve() });
        await ended;
      } finally {
        await consumer.disconnect();
      }
    });
  }
}

/** What a broker says of a topic or a group that was made a moment ago. */
const notYet =
  /^(NOT_LEADER_FOR_PARTITION|LEADER_NOT_AVAILABLE|GROUP_LOAD_IN_PROGRESS|GROUP_COORDINATOR_NOT_AVAILABLE)$/;

function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  return eventually(
    async () => {
      const outcome = await work().then(
        () => 'done',
        (error: unknown) => nameOf(error),
      );
      expect(outcome).not.toMatch(notYet);
      return outcome;
    },
    { timeoutMs: 60_000, because: 'the broker is sure' },
  );
}

/** The first protocol error in the chain, else the class. */
function nameOf(error: unknown): string {
  for (let link = error, depth = 0; link instanceof Error && depth < 8; link = link.cause, depth += 1) {
    const { type, errors } = link as { type?: string; errors?: unknown[] };
    if (type !== undefined) return type;
    if (errors?.[0] !== undefined) return nameOf(errors[0]);
  }
  return error instanceof Error ? error.name : String(error);
}
