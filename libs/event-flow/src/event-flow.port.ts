import { type Registry } from 'prom-client';
import { type DataSource } from 'typeorm';

import { type ReadinessReason, type RecordPlace, type Service } from '#libs/contracts';

import { type ReleaseGuard } from './release-guard.port.js';
import { type Replayed } from './replay/replayed.js';
import { type Subscription } from './subscription.js';
import { type Tracing } from './tracing/tracing.port.js';
import { type Transactions } from './transactions.port.js';

/** A principal of the broker, by SCRAM-SHA-512. */
export interface KafkaLogin {
  readonly username: string;
  readonly password: string;
}

/** Kafka as a service reaches it. */
export interface KafkaSettings {
  readonly brokers: readonly string[];
  /** `imprimatur-<service>` */
  readonly clientId: string;
  /** True only on the embedded and local brokers; elsewhere `imprimatur topics apply` makes the topics. */
  readonly createTopics: boolean;
  /** Left out: the broker asks for none, and everyone who reaches it is equal. */
  readonly login?: KafkaLogin | undefined;
  /** Certificates (PEM) of those who may have signed the broker's; left out, connections are plain. */
  readonly tlsAuthorities?: string | undefined;
}

export interface EventFlowOptions {
  readonly service: Service;
  readonly kafka: KafkaSettings;
  readonly subscriptions: readonly Subscription[];
  /**
   * Null for a service that only has direct subscriptions. It is initialised by its owner, holds `eventFlowRows`, and
   * its pool sets `idle_in_transaction_session_timeout` (15 s), `lock_timeout` and a connection timeout.
   */
  readonly dataSource: DataSource | null;
  /** The configured channels, for a service that writes or reads their client topics; asked again and again. */
  readonly channels?: () => readonly string[];
  /** For a service that reads every client topic too. */
  readonly channelSubscription?: (channel: string) => Subscription;
  readonly releaseGuard?: ReleaseGuard;
  readonly log: FlowLog;
  /** The service's registry; without one nothing is counted. */
  readonly metrics?: Registry;
  /** Without it nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** Called with a code when a consumer fails for good: the process is to end with a failure. */
  readonly onFatal?: (code: string) => void;
  readonly tuning?: Partial<FlowTuning>;
}

/** Ids, codes, digests and offsets; never content, never a library's message. */
export interface FlowLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface FlowTuning {
  /** Records in flight at once in one direct subscription. */
  readonly concurrency: number;
  /** Tries of a bug before the dead letters. */
  readonly bugTries: number;
  /** Milliseconds that stopping, and a rebalance, wait for what flows. */
  readonly graceMs: number;
  /** Milliseconds after which a record's signal is aborted. */
  readonly deadlineMs: number;
  /** Milliseconds without a heartbeat after which the group gives the partitions to others. */
  readonly sessionTimeoutMs: number;
  /** Milliseconds between two sweeps of inbox and outbox. */
  readonly sweepEveryMs: number;
}

export interface FlowReadiness {
  readonly ready: boolean;
  /** Codes of the family `readiness`, empty when ready. */
  readonly reasons: readonly ReadinessReason[];
}

/** Everything of one service between the broker and its slices. */
export interface EventFlow {
  readonly transactions: Transactions;
  /** Resolves at once; brokers, topics and groups are waited for in the background, and `readiness` says so. */
  start(): Promise<void>;
  /** Starts nothing new, finishes what flows within the grace time, commits, leaves. */
  stop(): Promise<void>;
  readiness(): FlowReadiness;
  /** The configured channels whose client topics exist; the others are pending. @throws OutageError before that is known */
  openChannels(): readonly string[];
  /** Records that the service's groups have not committed yet; null where it cannot be known now. */
  lag(topics: readonly string[]): Promise<number | null>;
  /**
   * Takes the record that a dead letter of this service keeps once more, with its key, headers, bytes and place, by
   * the subscription of its topic. What is not done leaves nothing behind but, where it fails again, a new dead letter.
   * @throws OutageError where the flow, or the broker, is not there now
   */
  replay(deadLetter: RecordPlace): Promise<Replayed>;
}
