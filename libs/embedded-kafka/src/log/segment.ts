import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { readFully, syncFolder, writeFully } from '../data-folder/files.js';
import { indexInterval, OffsetIndex } from './offset-index.js';
import { type BatchHeader, headerBytes, wholeBatches } from './record-batch.js';

/** A batch that has its offset and is about to be written. */
export interface PlacedBatch {
  batch: Buffer;
  header: BatchHeader;
}

const suffix = '.log';

/** One file of a partition's log, named by its first offset. All sizes count durable bytes only. */
export class Segment {
  sizeInBytes = 0;
  endOffset: number;
  maxTimestamp = -1;
  firstTimestamp = -1;
  private readonly index = new OffsetIndex();

  private constructor(
    private readonly path: string,
    readonly baseOffset: number,
    private readonly file: FileHandle,
  ) {
    this.endOffset = baseOffset;
  }

  /** The first offset that a file name stands for, or nothing if the file is no segment. */
  static baseOffsetOf(fileName: string): number | undefined {
    return /^\d{20}\.log$/.test(fileName) ? Number(fileName.slice(0, -suffix.length)) : undefined;
  }

  static async create(folder: string, baseOffset: number): Promise<Segment> {
    const path = join(folder, `${String(baseOffset).padStart(20, '0')}${suffix}`);
    const segment = new Segment(path, baseOffset, await open(path, 'w+'));
    await syncFolder(folder);
    return segment;
  }

  /** Opens what an earlier run left; nothing counts until `note` said that it is sound. */
  static async open(folder: string, fileName: string, baseOffset: number): Promise<Segment> {
    const path = join(folder, fileName);
    return new Segment(path, baseOffset, await open(path, 'r+'));
  }

  /** Writes batches behind the last one; with `sync` they are on disk when this resolves. */
  async append(batches: PlacedBatch[], sync: boolean): Promise<void> {
    const data =
      batches.length === 1 && batches[0] ? batches[0].batch : Buffer.concat(batches.map((each) => each.batch));
    await writeFully(this.file, data, this.sizeInBytes);
    if (sync) await this.file.datasync();
    for (const { header } of batches) this.note(header);
  }

  /** Counts a batch that lies at the present end of the file. */
  note(header: BatchHeader): void {
    this.index.note(header.baseOffset, this.sizeInBytes);
    if (this.firstTimestamp === -1) this.firstTimestamp = header.baseTimestamp;
    this.sizeInBytes += header.sizeInBytes;
    this.endOffset = header.lastOffset + 1;
    this.maxTimestamp = Math.max(this.maxTimestamp, header.maxTimestamp);
  }

  /** Bytes from the batch that holds `offset` to the end, counted too high by at most one index interval. */
  bytesFrom(offset: number): number {
    return this.sizeInBytes - this.index.positionBefore(offset);
  }

  /** Whole batches from the one that holds `offset`: up to `maxBytes`, but one at least. */
  async read(offset: number, maxBytes: number): Promise<Buffer> {
    const position = this.index.positionBefore(offset);
    const data = await this.bytesAt(position, maxBytes + indexInterval + headerBytes);
    const run = wholeBatches(data, offset, maxBytes);
    if (run.needed === undefined) return data.subarray(run.from, run.to);
    return this.readOne(position, offset, run.needed);
  }

  /** Reads only what is durable, at most `length` bytes. */
  bytesAt(position: number, length: number): Promise<Buffer> {
    return readFully(this.file, position, Math.min(length, this.sizeInBytes - position));
  }

  /** The file beyond what was noted so far: recovery reads it. */
  async fileSize(): Promise<number> {
    return (await this.file.stat()).size;
  }

  rawBytesAt(position: number, length: number): Promise<Buffer> {
    return readFully(this.file, position, length);
  }

  /** Cuts off everything behind what was noted. */
  async truncateToNoted(): Promise<void> {
    await this.file.truncate(this.sizeInBytes);
    await this.file.sync();
  }

  sync(): Promise<void> {
    return this.file.datasync();
  }

  close(): Promise<void> {
    return this.file.close();
  }

  async remove(): Promise<void> {
    await unlink(this.path);
    await this.file.close();
  }

  private async readOne(position: number, offset: number, needed: number): Promise<Buffer> {
    const data = await this.bytesAt(position, needed);
    const run = wholeBatches(data, offset, 1);
    return run.needed === undefined ? data.subarray(run.from, run.to) : this.readOne(position, offset, run.needed);
  }
}
