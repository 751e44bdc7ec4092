import { setTimeout as pause } from 'node:timers/promises';

import { deadLetterTopicName, readDeadLetter, type RecordPlace, topics } from '#libs/contracts';

import { Conditions } from './conditions.js';
import { consumerGroup } from './consumer-group.js';
import { DeadLetterOffice } from './dead-letters/dead-letter-office.js';
import { type EventFlow, type EventFlowOptions, type FlowReadiness, type FlowTuning } from './event-flow.port.js';
import { backoffMs } from './failures/backoff.js';
import { errorFields } from './failures/error-fields.js';
import { kafkaReasonOf } from './failures/reason-of.js';
import { OutageError } from './failures/failures.js';
import { kafkaConsumers } from './kafka/consumer.js';
import { LagReader } from './kafka/lag-reader.js';
import { kafkaPublisher } from './kafka/publisher.js';
import { kafkaReadOne } from './kafka/read-one.js';
import { kafkaTopicAdmin } from './kafka/topic-admin.js';
import { eventFlowMetrics, type FlowMetrics, unfinishedOf } from './metrics.js';
import { neededTopics } from './needed-topics.js';
import { OpenChannels } from './open-channels.js';
import { noTransactions, OutboxTransactions } from './outbox/outbox-transactions.js';
import { outboxState } from './outbox/outbox-state.js';
import { OutboxRelay } from './outbox-relay.js';
import { GroupedPublisher } from './publishing/grouped-publisher.js';
import { type AssertWritable, writableTopics } from './publishing/writable-topics.js';
import { type Replayed } from './replay/replayed.js';
import { type Subscription } from './subscription.js';
import { SubscriptionFlow } from './subscription-flow.js';
import { SubscriptionObserver } from './subscription-observer.js';
import { keepSweeping } from './sweep.js';
import { SubscriptionTracing } from './tracing/subscription-tracing.js';
import { tracedPublisher } from './tracing/traced-publisher.js';
import { type Transactions } from './transactions.port.js';

/** The flow of one service: boots when broker and topics are there, and tells what it waits for. */
export class RunningEventFlow implements EventFlow {
  readonly transactions: Transactions;
  private readonly conditions = new Conditions();
  private readonly assertWritable: AssertWritable;
  private readonly publisher;
  private readonly office: DeadLetterOffice;
  private readonly grouped: GroupedPublisher;
  private readonly lagReader: LagReader;
  private readonly metrics: FlowMetrics | null;
  private readonly relay: OutboxRelay | null;
  private readonly stopping = new AbortController();
  private readonly channels: OpenChannels;
  private subscriptions: SubscriptionFlow[] = [];
  private booted = false;
  private booting: Promise<void> = Promise.resolve();
  private sweeping: Promise<void> = Promise.resolve();
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: EventFlowOptions,
    private readonly tuning: FlowTuning,
  ) {
    const { kafka, dataSource, service, tracing, log } = options;
    this.conditions.set('flow', 'flow.not_started');
    this.lagReader = new LagReader(kafka);
    this.channels = new OpenChannels({ kafka, log, configured: options.channels ?? (() => []) });
    this.metrics = this.createMetrics();
    this.publisher = tracedPublisher(kafkaPublisher(kafka), tracing);
    this.grouped = new GroupedPublisher(this.publisher);
    this.office = new DeadLetterOffice(service, (records) => this.grouped.send(records));
    this.assertWritable = writableTopics(service, { guarded: options.releaseGuard !== undefined });
    this.transactions = dataSource
      ? new OutboxTransactions(dataSource, this.assertWritable, () => this.relay?.wake())
      : noTransactions;
    this.relay = dataSource ? this.createRelay(dataSource) : null;
  }

  start(): Promise<void> {
    this.booting = this.boot();
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.conditions.set('flow', 'flow.not_started');
    await this.booting;
    await this.looking;
    await Promise.all(this.subscriptions.map((subscription) => subscription.stop()));
    await this.relay?.stop();
    await this.sweeping;
    await Promise.all([this.publisher.close(), this.lagReader.close()]);
  }

  readiness(): FlowReadiness {
    return this.conditions.readiness();
  }

  openChannels(): readonly string[] {
    if (!this.booted) throw new OutageError('flow.not_started');
    return this.channels.list();
  }

  async lag(names: readonly string[]): Promise<number | null> {
    const lags = await Promise.all(names.map((topic) => this.lagOf(topic)));
    return lags.reduce<number | null>((sum, lag) => (sum === null || lag === null ? null : sum + lag), 0);
  }

  async replay(deadLetter: RecordPlace): Promise<Replayed> {
    const { service, kafka } = this.options;
    if (this.stopping.signal.aborted || this.subscriptions.length === 0) throw new OutageError('flow.not_started');
    const record = await kafkaReadOne(kafka, service, { topic: deadLetterTopicName(service), ...deadLetter });
    const letter = record && readDeadLetter(record);
    if (!letter) return { kind: 'noDeadLetter' };
    const subscription = this.subscriptions.find(({ topic }) => topic === letter.origin.topic);
    // What the outbox refused was no record yet, and its place is none.
    if (subscription === undefined || !(letter.origin.partition >= 0)) return { kind: 'noReader' };
    return subscription.replay(letter.record);
  }

  private lagOf(topic: string): Promise<number | null> {
    return this.lagReader.read(consumerGroup(this.options.service, topic), topic);
  }

  private async boot(): Promise<void> {
    const clusterId = await this.untilThere();
    if (clusterId === null) return;
    this.booted = true;
    this.sweeping = this.sweep();
    this.relay?.start();
    this.subscriptions = this.options.subscriptions.map((subscription) => this.begin(subscription, clusterId));
    this.looking = this.joinChannels(clusterId);
    this.conditions.set('flow', null);
  }

  private joinChannels(clusterId: string): Promise<void> {
    const { channelSubscription, channels } = this.options;
    if (channels === undefined) return Promise.resolve();
    const join = (channel: string) => {
      if (channelSubscription) this.subscriptions.push(this.begin(channelSubscription(channel), clusterId));
    };
    this.channels.list().forEach(join);
    return this.channels.keepLooking(join, this.stopping.signal);
  }

  private begin(subscription: Subscription, clusterId: string): SubscriptionFlow {
    const { conditions, metrics } = this;
    const { log, service, tracing } = this.options;
    const { topic } = subscription;
    const traces = tracing && new SubscriptionTracing(tracing, consumerGroup(service, topic), clusterId);
    const observer = new SubscriptionObserver(topic, { conditions, metrics, log, traces });
    return new SubscriptionFlow(traces?.traced(subscription) ?? subscription, this.sharedParts(clusterId), observer);
  }

  private async sweep(): Promise<void> {
    const { dataSource, log } = this.options;
    if (!dataSource) return;
    const { signal } = this.stopping;
    await keepSweeping(dataSource, this.tuning.sweepEveryMs, signal, (error) =>
      log.warn(errorFields(error), 'a sweep of inbox and outbox failed'),
    );
  }

  /** The cluster's id, once the broker answers and every topic exists; null when stopped before. */
  private async untilThere(): Promise<string | null> {
    for (let tries = 0; !this.stopping.signal.aborted; tries += 1) {
      const clusterId = await this.lookForTopics();
      if (clusterId !== null) return clusterId;
      await pause(backoffMs(tries, { mostMs: 2_000 }), undefined, this.stopping).catch(() => undefined);
    }
    return null;
  }

  private async lookForTopics(): Promise<string | null> {
    const { kafka, service, log } = this.options;
    const needed = neededTopics(
      service,
      this.options.subscriptions.map(({ topic }) => topic),
    );
    try {
      const admin = await kafkaTopicAdmin(kafka);
      try {
        if (kafka.createTopics) await admin.ensureTopics(topics);
        const missing = await admin.missingTopics(needed);
        if (missing.length === 0) {
          await this.channels.look(admin);
          return await admin.clusterId();
        }
        this.conditions.set('flow', 'topics.missing');
        log.warn({ missing }, 'topics are missing');
      } finally {
        await admin.close();
      }
    } catch (error) {
      this.conditions.set('flow', kafkaReasonOf(error));
      log.warn(errorFields(error), 'the broker does not serve this service');
    }
    return null;
  }

  private sharedParts(clusterId: string) {
    const { service, kafka } = this.options;
    const { transactions, office, tuning } = this;
    return {
      service,
      clusterId,
      transactions,
      office,
      tuning,
      consumers: kafkaConsumers(kafka),
      send: this.grouped.send.bind(this.grouped),
      onFatal: (code: string) => this.fatal(code),
    };
  }

  private fatal(code: string): void {
    this.options.log.error({ code }, 'a consumer fails again and again');
    this.options.onFatal?.(code);
  }

  private createRelay(dataSource: NonNullable<EventFlowOptions['dataSource']>): OutboxRelay {
    const { conditions, metrics, office, transactions, assertWritable } = this;
    return new OutboxRelay({ ...this.options, dataSource, conditions, metrics, office, transactions, assertWritable });
  }

  private createMetrics(): FlowMetrics | null {
    const { metrics, dataSource } = this.options;
    if (!metrics) return null;
    return eventFlowMetrics(metrics, {
      lag: async () => {
        const lags = await Promise.all(
          this.subscriptions.map(async ({ topic }) => [topic, await this.lagOf(topic)] as const),
        );
        return new Map(lags.flatMap(([topic, lag]) => (lag === null ? [] : [[topic, lag] as const])));
      },
      unfinished: () => this.subscriptions.flatMap((flow) => flow.unfinished()).map(unfinishedOf),
      outbox: () => (dataSource ? outboxState(dataSource) : Promise.resolve(null)),
    });
  }
}
