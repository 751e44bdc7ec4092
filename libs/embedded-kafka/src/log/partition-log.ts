import { mkdir } from 'node:fs/promises';
import { GroupCommit } from '../data-folder/group-commit.js';
import { ErrorCode } from '../protocol/error-code.js';
import { ProducerState } from './producer-state.js';
import { type BatchHeader, stampBaseOffset } from './record-batch.js';
import { recoverSegments } from './recovery.js';
import { type RetentionLimits, segmentsToDrop } from './retention.js';
import { Segment, type PlacedBatch } from './segment.js';
import { timestampSearch, type FoundOffset } from './timestamp-search.js';

export interface PartitionLogOptions {
  folder: string;
  /** The persisted log start offset: records before it are gone, whatever the files still hold. */
  logStartOffset: number;
  fsync: boolean;
  /** The present size from which the log goes on in a new segment, in bytes. */
  segmentBytes(): number;
  /** Makes a new log start offset durable before files are removed. */
  persistLogStart(offset: number): Promise<void>;
}

export type AppendOutcome = { kind: 'appended'; baseOffset: number } | { kind: 'refused'; error: ErrorCode };

/**
 * The durable log of one partition. Offsets are given when a batch arrives; it becomes visible, and is acknowledged, when it
 * is on disk. After a failed write the log refuses all further ones until the broker is started again.
 */
export class PartitionLog {
  private readonly producers = new ProducerState();
  private readonly commits = new GroupCommit<PlacedBatch>((batches) => this.flush(batches));
  private readonly listeners = new Set<() => void>();
  private segments: Segment[] = [];
  private nextOffset = 0;
  private startOffset: number;
  private closed = false;

  private constructor(private readonly options: PartitionLogOptions) {
    this.startOffset = options.logStartOffset;
  }

  /** @throws DamagedLog if the files hold damage that a crash cannot explain. */
  static async open(options: PartitionLogOptions): Promise<{ log: PartitionLog; truncatedBytes: number }> {
    const log = new PartitionLog(options);
    await mkdir(options.folder, { recursive: true });
    return { log, truncatedBytes: await log.recover() };
  }

  /** One past the last durable record: what consumers may read up to. */
  get highWatermark(): number {
    return this.active.endOffset;
  }

  get logStartOffset(): number {
    return this.startOffset;
  }

  /** Appends one batch that `acceptBatch` took. Resolves when it is durable; a repeated batch gets its first offset. */
  async append(batch: Buffer, header: BatchHeader): Promise<AppendOutcome> {
    if (this.closed || this.commits.failed) return { kind: 'refused', error: ErrorCode.storageError };
    const check = this.producers.check(header);
    if (check.kind === 'refused') return check;
    if (check.kind === 'duplicate') return this.acknowledgeAgain(check.baseOffset, check.lastOffset);
    const placed = this.place(batch, header);
    return this.acknowledge(placed.header.baseOffset, this.commits.add(placed));
  }

  /** Whole batches from the one that holds `offset`; empty at the high watermark, nothing outside of the log. */
  async read(offset: number, maxBytes: number): Promise<Buffer | undefined> {
    if (!this.holds(offset)) return undefined;
    const segment = this.segmentOf(offset);
    if (offset >= segment.endOffset) return Buffer.alloc(0);
    try {
      return await segment.read(offset, maxBytes);
    } catch (error) {
      // Retention closed the file while it was read.
      if (!this.segments.includes(segment)) return undefined;
      throw error;
    }
  }

  /** Bytes that a fetch from `offset` would find, never too few. */
  bytesFrom(offset: number): number {
    if (!this.holds(offset) || offset === this.highWatermark) return 0;
    const first = this.segmentOf(offset);
    const later = this.segments.slice(this.segments.indexOf(first) + 1);
    return first.bytesFrom(offset) + later.reduce((sum, segment) => sum + segment.sizeInBytes, 0);
  }

  holds(offset: number): boolean {
    return offset >= this.startOffset && offset <= this.highWatermark;
  }

  /** The first batch with a record at or after `timestamp` (ms): found by batch, so its first record may be earlier. */
  findTimestamp(timestamp: number): Promise<FoundOffset | undefined> {
    return timestampSearch(this.segments, this.startOffset, timestamp);
  }

  /** Removes all records before `offset` (at most the high watermark) for good. Resolves to the new start. */
  async deleteBefore(offset: number): Promise<number> {
    return this.commits.between(async () => {
      await this.advanceStart(Math.min(offset, this.highWatermark));
      return this.startOffset;
    });
  }

  /** Drops whole segments that are too old or too many; the active one is closed first if all of it is too old. */
  async applyRetention(limits: RetentionLimits, now: number): Promise<void> {
    await this.commits.between(async () => {
      if (this.closed) return;
      const dropped = segmentsToDrop(this.segments, limits, now);
      if (dropped === this.segments.length) await this.roll();
      const firstKept = this.segments[dropped];
      if (dropped > 0 && firstKept) await this.advanceStart(firstKept.baseOffset);
    });
  }

  /** Calls `listener` after each growth and when the log closes; returns how to stop that. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Waits for what is being written, then closes the files. */
  async close(): Promise<void> {
    this.closed = true;
    await this.commits.between(() => Promise.all(this.segments.map((segment) => segment.close())));
    this.notify();
  }

  private get active(): Segment {
    const last = this.segments.at(-1);
    if (!last) throw new Error('a partition log has no segment');
    return last;
  }

  private async recover(): Promise<number> {
    const recovered = await recoverSegments(this.options.folder, (header) =>
      this.producers.record(header, header.baseOffset),
    );
    this.segments = recovered.segments;
    if (this.segments.length === 0) this.segments = [await Segment.create(this.options.folder, this.startOffset)];
    this.startOffset = Math.max(this.startOffset, this.segments[0]?.baseOffset ?? 0);
    this.nextOffset = this.highWatermark;
    return recovered.truncatedBytes;
  }

  private place(batch: Buffer, header: BatchHeader): PlacedBatch {
    const baseOffset = this.nextOffset;
    stampBaseOffset(batch, baseOffset);
    this.producers.record(header, baseOffset);
    this.nextOffset += header.recordCount;
    return { batch, header: { ...header, baseOffset, lastOffset: this.nextOffset - 1 } };
  }

  /** A repeated batch may still be on its way to the disk. */
  private async acknowledgeAgain(baseOffset: number, lastOffset: number): Promise<AppendOutcome> {
    const durable = lastOffset < this.highWatermark ? Promise.resolve() : this.commits.between(async () => undefined);
    const outcome = await this.acknowledge(baseOffset, durable);
    return lastOffset < this.highWatermark ? outcome : { kind: 'refused', error: ErrorCode.storageError };
  }

  private async acknowledge(baseOffset: number, durable: Promise<void>): Promise<AppendOutcome> {
    try {
      await durable;
      return { kind: 'appended', baseOffset };
    } catch {
      return { kind: 'refused', error: ErrorCode.storageError };
    }
  }

  private async flush(batches: PlacedBatch[]): Promise<void> {
    if (this.active.sizeInBytes >= this.options.segmentBytes()) await this.roll();
    await this.active.append(batches, this.options.fsync);
    this.notify();
  }

  private async roll(): Promise<void> {
    await this.active.sync();
    this.segments = [...this.segments, await Segment.create(this.options.folder, this.highWatermark)];
  }

  private async advanceStart(offset: number): Promise<void> {
    if (offset <= this.startOffset) return;
    await this.options.persistLogStart(offset);
    this.startOffset = offset;
    const gone = this.segments.slice(0, -1).filter((segment) => segment.endOffset <= offset);
    this.segments = this.segments.filter((segment) => !gone.includes(segment));
    for (const segment of gone) await segment.remove();
  }

  private segmentOf(offset: number): Segment {
    return this.segments.findLast((segment) => segment.baseOffset <= offset) ?? this.active;
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
