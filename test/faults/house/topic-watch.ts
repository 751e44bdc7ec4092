import { setTimeout as pause } from 'node:timers/promises';

import { type EachBatchPayload, Kafka, logLevel } from 'kafkajs';

import { type IncomingRecord } from '#libs/contracts';

import { Outcomes } from '../outcomes.js';

/**
 * Everything that lies on the topics, each record once and in order for each partition, whatever happens to the broker
 * meanwhile: after every failure a new reader reads on, and what was seen before is passed over.
 */
export class TopicWatch {
  readonly records: IncomingRecord[] = [];
  readonly outcomes = new Outcomes();
  readonly #next = new Map<string, bigint>();
  readonly #stopping = new AbortController();
  #watching: Promise<void> | undefined;
  #readers = 0;

  constructor(
    private readonly brokers: readonly string[],
    private readonly topics: readonly string[],
  ) {}

  start(): void {
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#readUntilFailure();
      await pause(200, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  async #readUntilFailure(): Promise<void> {
    const kafka = new Kafka({
      clientId: 'fault-watch',
      brokers: [...this.brokers],
      logLevel: logLevel.NOTHING,
      connectionTimeout: 1_000,
      retry: { initialRetryTime: 100, maxRetryTime: 300, retries: 2, restartOnFailure: () => Promise.resolve(false) },
    });
    const consumer = kafka.consumer({
      groupId: `fault-watch-${process.pid}-${++this.#readers}`,
      maxWaitTimeInMs: 100,
      allowAutoTopicCreation: false,
    });
    const failed = new Promise<void>((resolve) => consumer.on(consumer.events.CRASH, () => resolve()));
    const stopped = new Promise<void>((resolve) => this.#stopping.signal.addEventListener('abort', () => resolve()));
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...this.topics], fromBeginning: true });
      await consumer.run({ autoCommit: false, eachBatch: async (payload) => this.#take(payload) });
      await Promise.race([failed, stopped]);
    } catch {
      // The broker is away: the next reader tries again.
    } finally {
      await consumer.disconnect().catch(() => undefined);
    }
  }

  #take({ batch: { topic, partition, messages } }: EachBatchPayload): void {
    const place = `${topic}/${partition}`;
    for (const { offset, timestamp, key, value, headers = {} } of messages) {
      if (BigInt(offset) < (this.#next.get(place) ?? 0n)) continue;
      this.#next.set(place, BigInt(offset) + 1n);
      const record = { topic, partition, offset, timestamp, key, value, headers: pairsOf(headers) };
      this.records.push(record);
      this.outcomes.take(record);
    }
  }
}

function pairsOf(headers: NonNullable<EachBatchPayload['batch']['messages'][number]['headers']>) {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, one === undefined ? null : Buffer.from(one)] as const),
  );
}
