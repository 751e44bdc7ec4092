import { setTimeout as pause } from 'node:timers/promises';

import { type Consumer, type EachBatchPayload, type Kafka } from 'kafkajs';

import { type KafkaSettings } from '../event-flow.port.js';
import { backoffMs } from '../failures/backoff.js';
import {
  type ConsumerOptions,
  type ConsumerRunner,
  type ConsumerState,
  type FetchedBatch,
  type RunningConsumer,
} from '../ports/consumer-runner.port.js';
import { kafkaClient } from './client.js';
import { GatheredCommits } from './gathered-commits.js';
import { accessRefusal, isConnectionFailure } from './kafka-failure.js';
import { toIncoming } from './records.js';

/** Restarts in a row, without one batch and with the broker there, before the process is better ended. */
const mostFruitlessRestarts = 10;
const partitionsAtOnce = 12;

export function kafkaConsumers(settings: KafkaSettings): ConsumerRunner {
  const kafka = kafkaClient(settings);
  return { start: (options) => new SupervisedConsumer(kafka, options) };
}

/** Keeps a kafkajs consumer running: kafkajs gives up on its own, and its flags for "try again" are wrong in an outage. */
class SupervisedConsumer implements RunningConsumer {
  private readonly stopping = new AbortController();
  private readonly supervision: Promise<void>;
  private fruitless = 0;
  /** From a refusal until the broker gives records again: a login and a join alone do not show that it does. */
  private refused = false;
  private tries = 0;

  constructor(
    private readonly kafka: Kafka,
    private readonly options: ConsumerOptions,
  ) {
    this.supervision = this.supervise();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.supervision;
    this.options.onState('stopped');
  }

  private async supervise(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.say('connecting');
      const failure = await this.runUntilCrash();
      if (this.stopping.signal.aborted) return;
      this.note(failure);
      await pause(backoffMs(this.tries++), undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private note(failure: unknown): void {
    const refusal = accessRefusal(failure);
    this.refused ||= refusal !== undefined;
    this.options.onState(refusal ?? 'away');
    // No new process heals a refusal: whoever runs the broker does, and this one waits for it.
    if (refusal !== undefined || isConnectionFailure(failure)) return;
    this.fruitless += 1;
    if (this.fruitless === mostFruitlessRestarts) this.options.onFatal('kafka.consumer_crashed');
  }

  /** Gives the error that ended the consumer, or undefined when it was stopped. */
  private async runUntilCrash(): Promise<unknown> {
    const { group, topic } = this.options;
    const consumer = this.create(group);
    const commits = new GatheredCommits(topic);
    let end: (failure?: unknown) => void = () => undefined;
    const ended = new Promise<unknown>((resolve) => (end = resolve));
    const stop = () => end();
    this.stopping.signal.addEventListener('abort', stop, { once: true });
    consumer.on(consumer.events.CRASH, ({ payload }) => end(payload.error));
    consumer.on(consumer.events.GROUP_JOIN, () => this.progress());
    consumer.on(consumer.events.FETCH, () => this.served());
    consumer.on(consumer.events.REBALANCING, () => this.say('rebalancing'));
    try {
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning: true });
      this.say('joining');
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: partitionsAtOnce,
        eachBatch: (payload) => this.options.onBatch(this.fetched(payload, commits)),
      });
      return await ended;
    } catch (error) {
      return error;
    } finally {
      this.stopping.signal.removeEventListener('abort', stop);
      await consumer.disconnect().catch(() => undefined);
    }
  }

  private create(groupId: string): Consumer {
    return this.kafka.consumer({
      groupId,
      sessionTimeout: this.options.sessionTimeoutMs,
      rebalanceTimeout: 60_000,
      heartbeatInterval: Math.floor(this.options.sessionTimeoutMs / 10),
      minBytes: this.options.fetch.minBytes,
      maxWaitTimeInMs: this.options.fetch.maxWaitMs,
      maxBytesPerPartition: 512 * 1024,
      allowAutoTopicCreation: false,
      metadataMaxAge: 60_000,
      // Never by kafkajs itself: supervise() decides, by the original error.
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: () => Promise.resolve(false) },
    });
  }

  private progress(): void {
    if (this.refused) return;
    this.tries = 0;
    this.options.onState('consuming');
  }

  private served(): void {
    if (!this.refused) return;
    this.refused = false;
    this.progress();
  }

  private say(state: ConsumerState): void {
    if (!this.refused) this.options.onState(state);
  }

  private fetched(payload: EachBatchPayload, commits: GatheredCommits): FetchedBatch {
    const { topic, partition, messages } = payload.batch;
    return {
      partition,
      records: messages.map((message) => toIncoming(topic, partition, message)),
      heartbeat: () => payload.heartbeat(),
      pause: () => payload.pause(),
      commitThrough: async (offset) => {
        const next = String(BigInt(offset) + 1n);
        await commits.add(partition, next, (offsets) => payload.commitOffsetsIfNecessary(offsets));
        // Both, always: kafkajs fetches on from what is resolved, the group from what is committed.
        payload.resolveOffset(offset);
        this.fruitless = 0;
      },
      passOver: (offset) => {
        payload.resolveOffset(offset);
        this.fruitless = 0;
      },
    };
  }
}
