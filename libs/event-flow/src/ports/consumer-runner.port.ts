import { type IncomingRecord } from '#libs/contracts';

/** What one fetch gave of one partition, lowest offset first. */
export interface FetchedBatch {
  readonly partition: number;
  readonly records: readonly IncomingRecord[];
  /** Throws when the group rebalances or no longer knows this member. */
  heartbeat(): Promise<void>;
  /** Says that every record up to this offset, itself included, is finished. */
  commitThrough(offset: string): Promise<void>;
  /** Goes on behind this offset and commits nothing: what a new consumer brings begins where the group last committed. */
  passOver(offset: string): void;
  /** Fetches nothing more of this partition until the returned function is called. */
  pause(): () => void;
}

/**
 * `connecting`: the broker has not answered yet; `joining`: it has, and the group has not let this member in.
 * A refusal of the principal holds until records come again.
 */
export type ConsumerState =
  | 'connecting'
  | 'joining'
  | 'consuming'
  | 'rebalancing'
  | 'away'
  | 'kafka.unauthenticated'
  | 'kafka.unauthorised'
  | 'stopped';

/** How long the broker gathers before it answers a fetch. A stop and a rebalance wait as long. */
export interface FetchPatience {
  readonly minBytes: number;
  readonly maxWaitMs: number;
}

export interface ConsumerOptions {
  readonly group: string;
  readonly topic: string;
  readonly sessionTimeoutMs: number;
  readonly fetch: FetchPatience;
  /**
   * Resolves when the batch is finished or given back; what is not committed comes again.
   * It may reject only with what `heartbeat` threw.
   */
  readonly onBatch: (batch: FetchedBatch) => Promise<void>;
  readonly onState: (state: ConsumerState) => void;
  /** Called when the consumer fails again and again without any progress and the broker is not away. */
  readonly onFatal: (code: string) => void;
}

export interface RunningConsumer {
  /** Waits for the batches that flow, then leaves the group. */
  stop(): Promise<void>;
}

/** Brings the records of a topic to a group of consumers. A new group starts from the beginning. */
export interface ConsumerRunner {
  start(options: ConsumerOptions): RunningConsumer;
}
