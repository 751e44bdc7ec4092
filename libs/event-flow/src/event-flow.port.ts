import { type DataSource } from 'typeorm';

import { type Service } from '#libs/contracts';

import { type ReleaseGuard } from './release-guard.port.js';
import { type Subscription } from './subscription.js';
import { type Transactions } from './transactions.port.js';

/** Kafka as a service reaches it. */
export interface KafkaSettings {
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** SASL and TLS come with part 2; null is a plain connection. */
  readonly createTopics: boolean;
}

export interface EventFlowOptions {
  readonly service: Service;
  readonly kafka: KafkaSettings;
  readonly subscriptions: readonly Subscription[];
  /** Null for a service that only has direct subscriptions. */
  readonly dataSource: DataSource | null;
  /** The client topics of the configured channels, beside those of the topic table. */
  readonly channels: readonly string[];
  readonly releaseGuard?: ReleaseGuard;
  readonly log: FlowLog;
  readonly tuning?: Partial<FlowTuning>;
}

/** Ids, codes, digests and offsets; never content, never a library's message. */
export interface FlowLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface FlowTuning {
  /** Records in flight at once in one subscription. */
  readonly concurrency: number;
  /** Tries of a bug before the dead letters. */
  readonly bugTries: number;
  /** Milliseconds that stopping waits for what flows. */
  readonly graceMs: number;
  readonly sessionTimeoutMs: number;
}

export interface FlowReadiness {
  readonly ready: boolean;
  /** Codes, empty when ready. */
  readonly reasons: readonly string[];
}

/** Everything of one service between the broker and its slices. */
export interface EventFlow {
  readonly transactions: Transactions;
  start(): Promise<void>;
  /** Starts nothing new, finishes what flows within the grace time, commits, leaves. */
  stop(): Promise<void>;
  readiness(): FlowReadiness;
  /** Records that the service's group has not committed yet; null where it cannot be known now. */
  lag(topics: readonly string[]): Promise<number | null>;
}
