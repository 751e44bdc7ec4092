import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { type IncomingRecord, type Service, type Topic } from '#libs/contracts';

import { Conditions } from '../conditions.js';
import { consumerGroup } from '../consumer-group.js';
import { type FlowReadiness, type KafkaSettings } from '../event-flow.port.js';
import { backoffMs } from '../failures/backoff.js';
import { kafkaReasonOf } from '../failures/reason-of.js';
import { kafkaConsumers } from '../kafka/consumer.js';
import { kafkaTopicAdmin } from '../kafka/topic-admin.js';
import { kafkaTopicEnd } from '../kafka/topic-end.js';
import { type FetchedBatch, type RunningConsumer } from '../ports/consumer-runner.port.js';
import { reasonOfState } from '../subscription-observer.js';
import { Bell } from './bell.js';

export interface FollowOptions {
  readonly kafka: KafkaSettings;
  readonly service: Service;
  /** Of one partition. Made first where this broker lets services make topics. */
  readonly topic: Topic;
  /** Called with each record once, lowest offset first, for as long as it is followed. */
  readonly onRecords: (records: readonly IncomingRecord[]) => void;
  readonly onFatal: (code: string) => void;
}

/** A topic read from its beginning and followed from then on, by a process alone: nothing is committed. */
export interface TopicFollower {
  /**
   * Resolves when all that lies on the topic at the moment of the call was given; an absent broker is waited for.
   * @throws the signal's reason when it is aborted first
   */
  caughtUp(signal: AbortSignal): Promise<void>;
  /** Why nothing comes from the broker now. */
  readiness(): FlowReadiness;
  stop(): Promise<void>;
}

export const followTopic = (options: FollowOptions): TopicFollower => new RunningFollower(options);

const sessionTimeoutMs = 15_000;

class RunningFollower implements TopicFollower {
  private readonly stopping = new AbortController();
  private readonly conditions = new Conditions();
  private readonly consumer: Promise<RunningConsumer | undefined>;
  private next = 0n;
  private readonly moved = new Bell();

  constructor(private readonly options: FollowOptions) {
    this.consumer = this.begin();
  }

  async caughtUp(signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.stopping.signal]);
    const end = await this.end(either);
    while (this.next < end) await this.moved.next(either);
  }

  readiness(): FlowReadiness {
    return this.conditions.readiness();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await (await this.consumer)?.stop();
  }

  private async begin(): Promise<RunningConsumer | undefined> {
    try {
      await this.end(this.stopping.signal);
    } catch {
      return undefined;
    }
    const { kafka, service, topic, onFatal } = this.options;
    return kafkaConsumers(kafka).start({
      group: consumerGroup(service, `reader.${randomUUID()}`),
      topic: topic.name,
      sessionTimeoutMs,
      fetch: { minBytes: 1, maxWaitMs: 500 },
      onBatch: (batch) => this.take(batch),
      onState: (state) => this.conditions.set('consumer', reasonOfState[state]),
      onFatal,
    });
  }

  /** A consumer that was made anew begins at the beginning: what was given is passed over. */
  private take(batch: FetchedBatch): Promise<void> {
    const { records } = batch;
    const fresh = records.filter(({ offset }) => BigInt(offset) >= this.next);
    const last = records.at(-1);
    if (fresh.length > 0) this.options.onRecords(fresh);
    if (last === undefined) return Promise.resolve();
    batch.passOver(last.offset);
    if (BigInt(last.offset) >= this.next) this.next = BigInt(last.offset) + 1n;
    this.moved.ring();
    return Promise.resolve();
  }

  /** Where the topic ends now; waits for the broker, and for the topic. */
  private async end(signal: AbortSignal): Promise<bigint> {
    for (let tries = 0; ; tries += 1) {
      signal.throwIfAborted();
      const end = await this.lookForEnd();
      if (end !== undefined) return end;
      await pause(backoffMs(tries, { mostMs: 2_000 }), undefined, { signal });
    }
  }

  private async lookForEnd(): Promise<bigint | undefined> {
    const { kafka, topic } = this.options;
    try {
      const end = (await kafkaTopicEnd(kafka, topic.name)) ?? (await this.makeTopic());
      this.conditions.set('topic', end === undefined ? 'topics.missing' : null);
      return end;
    } catch (error) {
      this.conditions.set('topic', kafkaReasonOf(error));
      return undefined;
    }
  }

  private async makeTopic(): Promise<bigint | undefined> {
    const { kafka, topic } = this.options;
    if (!kafka.createTopics) return undefined;
    const admin = await kafkaTopicAdmin(kafka);
    await admin.ensureTopics([topic]).finally(() => admin.close());
    return kafkaTopicEnd(kafka, topic.name);
  }
}
