import { type IncomingRecord, type Refusal } from '#libs/contracts';
import { assertNever } from '#libs/kernel';

import { consumerGroup } from './consumer-group.js';
import { type DeadLetterOffice } from './dead-letters/dead-letter-office.js';
import { type EventFlowOptions, type FlowTuning } from './event-flow.port.js';
import { directHandling } from './handling/direct.js';
import { prepareEvents, prepareRecords } from './handling/prepare.js';
import { runHandling } from './handling/runs.js';
import { transactionalHandling } from './handling/transactional.js';
import { paceMs } from './pace.js';
import { type ConsumerRunner, type FetchPatience, type RunningConsumer } from './ports/consumer-runner.port.js';
import { type OutgoingRecord } from './ports/event-publisher.port.js';
import { writableTopics } from './publishing/writable-topics.js';
import { type Delivery } from './runner/drain.js';
import { type Replayed } from './replay/replayed.js';
import { takeAgain } from './replay/take-again.js';
import { type Handling } from './runner/handling.port.js';
import { type PostDeadLetter, SubscriptionRunner } from './runner/subscription-runner.js';
import { type Subscription } from './subscription.js';
import { type SubscriptionObserver } from './subscription-observer.js';
import { type Transactions } from './transactions.port.js';

const prompt: FetchPatience = { minBytes: 1, maxWaitMs: 500 };
/** Runs are long or late: their cost is the transaction's, and nobody waits for them. */
const patient: FetchPatience = { minBytes: 256 * 1024, maxWaitMs: 1_000 };

/** What every subscription of a service shares. */
export interface SharedParts {
  readonly service: EventFlowOptions['service'];
  readonly clusterId: string;
  readonly consumers: ConsumerRunner;
  readonly transactions: Transactions;
  readonly office: DeadLetterOffice;
  readonly send: (records: readonly OutgoingRecord[]) => Promise<void>;
  readonly tuning: FlowTuning;
  readonly onFatal: (code: string) => void;
}

/** A consumer and its runner. */
export class SubscriptionFlow {
  readonly topic: string;
  private readonly runner: SubscriptionRunner;
  private readonly consumer: RunningConsumer;
  private readonly handling: Handling;
  private readonly group: string;
  private readonly stopping = new AbortController();

  constructor(
    subscription: Subscription,
    private readonly parts: SharedParts,
    private readonly observer: SubscriptionObserver,
  ) {
    const { tuning, service } = parts;
    const group = consumerGroup(service, subscription.topic);
    const limits = { ...tuning, paceMs, tickMs: Math.min(500, Math.floor(tuning.sessionTimeoutMs / 10)) };
    this.group = group;
    this.topic = subscription.topic;
    this.handling = handlingOf(subscription, group, parts);
    this.runner = new SubscriptionRunner(this.handling, posting(group, parts.office), observer, limits);
    this.consumer = parts.consumers.start({
      group,
      topic: subscription.topic,
      sessionTimeoutMs: tuning.sessionTimeoutMs,
      fetch: this.handling.runs ? patient : prompt,
      onBatch: (batch) => this.runner.drain(batch),
      onState: (state) => observer.consumer(state),
      onFatal: parts.onFatal,
    });
  }

  unfinished(): Delivery[] {
    return this.runner.unfinished();
  }

  /** A run takes consecutive offsets, so no single record of it can come again. @throws OutageError */
  async replay(record: IncomingRecord): Promise<Replayed> {
    if (this.handling.runs) return { kind: 'noReader' };
    const { tuning, office } = this.parts;
    const firstFailure = new Date().toISOString();
    const post = (refusal: Refusal, attempts: number) =>
      office.post(record, refusal, { group: this.group, attempts, firstFailure });
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(tuning.deadlineMs)]);
    const taken = await takeAgain(this.handling, record, { bugTries: tuning.bugTries, post, signal });
    this.observer.replayed(record, taken);
    return taken;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.runner.stop();
    await this.consumer.stop();
  }
}

function posting(group: string, office: DeadLetterOffice): PostDeadLetter {
  return (delivery, refusal) =>
    office.post(delivery.record, refusal, {
      group,
      attempts: delivery.bugs + 1,
      firstFailure: delivery.firstFailure ?? new Date().toISOString(),
    });
}

function handlingOf(subscription: Subscription, group: string, parts: SharedParts): Handling {
  const { service, clusterId, transactions, send, tuning } = parts;
  switch (subscription.mode) {
    case 'direct':
      return directHandling(subscription, {
        clusterId,
        concurrency: tuning.concurrency,
        assertWritable: writableTopics(service, { guarded: false }),
        send,
      });
    case 'transactional': {
      const { batch, together = false } = subscription;
      return transactionalHandling({ group, batch, together, transactions }, prepareEvents(subscription, clusterId));
    }
    case 'records': {
      const { batch } = subscription;
      const singly = { group, batch, together: false, transactions };
      return transactionalHandling(singly, prepareRecords(subscription, clusterId));
    }
    case 'runs':
      return runHandling(subscription, transactions);
    default:
      return assertNever(subscription);
  }
}
