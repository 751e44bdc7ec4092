import { type IncomingRecord } from '#libs/contracts';

import { type FetchedBatch } from '../ports/consumer-runner.port.js';
import { Lanes } from './lanes.js';

/** One record on its way through the runner. */
export interface Delivery {
  readonly drain: Drain;
  readonly index: number;
  readonly record: IncomingRecord;
  /** Milliseconds of this process's clock when it first came; kept while its batch is given back and comes again. */
  readonly takenAt: number;
  bugs: number;
  waits: number;
  /** Milliseconds of this process's clock before which it is not tried again. */
  notBefore: number;
  /** Not in one batch with others any more. */
  alone: boolean;
  /** RFC 3339, null until the first failure. */
  firstFailure: string | null;
}

/** What is known of a partition's records when their batch was given back while some waited; by offset. */
export interface Remembered {
  readonly finished: ReadonlySet<string>;
  readonly open: ReadonlyMap<string, Delivery>;
}

/** A fetched batch until all of it is finished, or it is given back. */
export class Drain {
  readonly deliveries: readonly Delivery[];
  readonly lanes: Lanes;
  /** Resolves when all is finished, or, once closed, when nothing runs any more. */
  readonly ended: Promise<void>;
  /** Some record goes alone; only then is it looked for. */
  hasAlone: boolean;
  private committed = 0;
  private closing = false;
  private end: () => void = () => undefined;

  constructor(
    private readonly batch: FetchedBatch,
    remembered?: Remembered,
  ) {
    this.deliveries = batch.records.map((record, index) => this.delivery(record, index, remembered));
    this.hasAlone = this.deliveries.some(({ alone }) => alone);
    this.lanes = new Lanes(
      batch.records.map(({ key }) => key?.toString('latin1') ?? null),
      batch.records.map(({ offset }) => remembered?.finished.has(offset) ?? false),
    );
    this.ended = new Promise((resolve) => (this.end = resolve));
    this.check();
  }

  get partition(): number {
    return this.batch.partition;
  }

  get isClosing(): boolean {
    return this.closing;
  }

  heartbeat(): Promise<void> {
    return this.batch.heartbeat();
  }

  /** The record that keeps the commit back; undefined when all is finished. */
  get firstUnfinished(): Delivery | undefined {
    return this.deliveries[this.lanes.prefix];
  }

  /** Commits the finished prefix, if it has grown. */
  async commit(): Promise<void> {
    const prefix = this.lanes.prefix;
    const last = this.batch.records[prefix - 1];
    if (last === undefined || prefix === this.committed) return;
    await this.batch.commitThrough(last.offset);
    this.committed = prefix;
  }

  finish({ index }: Delivery): void {
    this.lanes.finish(index);
    this.check();
  }

  putBack(delivery: Delivery): void {
    this.hasAlone ||= delivery.alone;
    this.lanes.putBack(delivery.index);
    this.check();
  }

  /** Nothing new is started; `now` does not even wait for what runs. */
  close(now = false): void {
    this.closing = true;
    if (now) this.end();
    this.check();
  }

  /** Milliseconds until the first record can start, where nothing runs and all wait; else 0. */
  waitMs(now: number): number {
    if (this.closing || this.lanes.running > 0 || this.lanes.isDone) return 0;
    const starts = this.lanes.heads().map((index) => this.deliveries[index]?.notBefore ?? 0);
    return Math.max(0, Math.min(...starts) - now);
  }

  /** Ends it while its records wait, so that other partitions are fetched; it comes again after `ms`. */
  giveBack(ms: number): Remembered {
    const resume = this.batch.pause();
    setTimeout(resume, ms).unref();
    this.close();
    const rest = this.deliveries.slice(this.lanes.prefix);
    const isFinished = ({ index }: Delivery) => this.lanes.isFinished(index);
    return {
      finished: new Set(rest.filter(isFinished).map(({ record }) => record.offset)),
      open: new Map(rest.map((delivery) => [delivery.record.offset, delivery])),
    };
  }

  private check(): void {
    if (this.lanes.isDone || (this.closing && this.lanes.running === 0)) this.end();
  }

  private delivery(record: IncomingRecord, index: number, remembered: Remembered | undefined): Delivery {
    const fresh = { takenAt: Date.now(), bugs: 0, waits: 0, notBefore: 0, alone: false, firstFailure: null };
    return { ...(remembered?.open.get(record.offset) ?? fresh), drain: this, index, record };
  }
}
