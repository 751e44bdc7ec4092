import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { type Admin, Kafka, type KafkaMessage, logLevel, Partitioners, type Producer } from 'kafkajs';

/** A record for the load, and where it goes. */
export interface LoadRecord {
  readonly key: string;
  readonly value: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SeenRecord {
  readonly key: string;
  readonly value: Buffer;
  /** Milliseconds since 1970, as its producer stamped it. */
  readonly stampedAt: number;
}

/** By partition. */
export type Offsets = ReadonlyMap<number, bigint>;

const togetherBytes = 400 * 1024;
/** The batch relay sends a whole fetched batch as one, which may be a little larger than a broker lets pass by default. */
const mostBatchBytes = 4 * 1024 * 1024;

/** A broker seen by a stranger: fills topics, reads them, and asks groups how far they are. */
export class BrokerView {
  private constructor(
    readonly brokers: readonly string[],
    private readonly kafka: Kafka,
    private readonly admin: Admin,
    private readonly producer: Producer,
  ) {}

  static async open(brokers: readonly string[]): Promise<BrokerView> {
    const kafka = new Kafka({ clientId: 'bench', brokers: [...brokers], logLevel: logLevel.NOTHING });
    const [admin, producer] = [
      kafka.admin(),
      kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner, allowAutoTopicCreation: false }),
    ];
    await Promise.all([admin.connect(), producer.connect()]);
    return new BrokerView(brokers, kafka, admin, producer);
  }

  async close(): Promise<void> {
    await Promise.all([this.admin.disconnect(), this.producer.disconnect()]);
  }

  async makeTopics(names: readonly string[], partitions: number): Promise<void> {
    const configEntries = [{ name: 'max.message.bytes', value: String(mostBatchBytes) }];
    await this.admin.createTopics({
      topics: names.map((topic) => ({ topic, numPartitions: partitions, configEntries })),
    });
  }

  async send(topic: string, records: readonly LoadRecord[]): Promise<void> {
    const messages = records.map(({ key, value, headers = {} }) => ({ key, value, headers: { ...headers } }));
    await this.producer.send({ topic, acks: -1, messages });
  }

  /** Sends all of it in batches that a topic's limit lets pass. */
  async fill(topic: string, records: readonly LoadRecord[]): Promise<void> {
    const size = Math.max(1, Math.floor(togetherBytes / (records[0]?.value.length ?? 1)));
    for (let at = 0; at < records.length; at += size) await this.send(topic, records.slice(at, at + size));
  }

  async ends(topic: string): Promise<Offsets> {
    const offsets = await this.admin.fetchTopicOffsets(topic);
    return new Map(offsets.map(({ partition, high }) => [partition, BigInt(high)]));
  }

  /** Records that the group has not committed yet, over the topics. */
  async lag(groupOf: (topic: string) => string, topics: readonly string[]): Promise<number> {
    const lags = await Promise.all(topics.map((topic) => this.lagOf(groupOf(topic), topic)));
    return lags.reduce((sum, lag) => sum + lag, 0);
  }

  private async lagOf(groupId: string, topic: string): Promise<number> {
    const [ends, [committed]] = await Promise.all([
      this.ends(topic),
      this.admin.fetchOffsets({ groupId, topics: [topic] }),
    ]);
    const done = new Map(committed?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
    return [...ends].reduce((sum, [partition, end]) => sum + Number(end - maxOf(done.get(partition) ?? 0n, 0n)), 0);
  }

  /** For a group without members: what lies in the topic now is nothing to it. */
  async skipToEnd(groupId: string, topic: string): Promise<void> {
    const partitions = [...(await this.ends(topic))].map(([partition, end]) => ({ partition, offset: String(end) }));
    await this.admin.setOffsets({ groupId, topic, partitions });
  }

  async isStable(groupId: string, members: number): Promise<boolean> {
    const [group] = (await this.admin.describeGroups([groupId])).groups;
    return group?.state === 'Stable' && group.members.length === members;
  }

  /** Hands every record from the offsets on to `see`, until stopped. Resolves when it is fetching. */
  async follow(topic: string, from: Offsets, see: (record: SeenRecord) => void): Promise<() => Promise<void>> {
    const consumer = this.kafka.consumer({ groupId: `bench-watch-${randomUUID()}`, maxWaitTimeInMs: 500 });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const fetching = new Promise<void>((resolve) => consumer.on(consumer.events.FETCH, () => resolve()));
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch }) => {
        const first = from.get(batch.partition) ?? 0n;
        for (const message of batch.messages) if (BigInt(message.offset) >= first) see(seen(message));
      },
    });
    for (const [partition, offset] of from) consumer.seek({ topic, partition, offset: String(offset) });
    await fetching;
    return () => consumer.disconnect();
  }

  /** Everything from the offsets to the topic's end. */
  async readFrom(topic: string, from: Offsets): Promise<SeenRecord[]> {
    const wanted = countBetween(from, await this.ends(topic));
    const found: SeenRecord[] = [];
    const stop = await this.follow(topic, from, (record) => found.push(record));
    while (found.length < wanted) await pause(20);
    await stop();
    return found;
  }
}

export function countBetween(from: Offsets, to: Offsets): number {
  return [...to].reduce((sum, [partition, end]) => sum + Number(end - (from.get(partition) ?? 0n)), 0);
}

const maxOf = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const seen = ({ key, value, timestamp }: KafkaMessage): SeenRecord => ({
  key: key?.toString() ?? '',
  value: value ?? Buffer.alloc(0),
  stampedAt: Number(timestamp),
});
