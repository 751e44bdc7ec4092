import { readdir } from 'node:fs/promises';
import { type BatchHeader, hasRightCrc, headerBytes, isPlausible, readHeader } from './record-batch.js';
import { Segment } from './segment.js';

/** Thrown where a log is damaged in a place that no crash can explain: the folder is not opened and nothing is thrown away. */
export class DamagedLog extends Error {
  override readonly name = 'DamagedLog';
}

export interface RecoveredLog {
  segments: Segment[];
  /** Bytes that were cut off the last segment. */
  truncatedBytes: number;
}

const readAhead = 1024 * 1024;

/**
 * Opens the segments of a folder and counts their sound batches: checksum right, offsets contiguous. A torn tail of the last
 * segment is cut off, since none of it was acknowledged; every other damage is an error.
 */
export async function recoverSegments(folder: string, onBatch: (header: BatchHeader) => void): Promise<RecoveredLog> {
  const segments = await openAll(folder);
  try {
    return { segments, truncatedBytes: await recoverAll(segments, onBatch) };
  } catch (error) {
    await Promise.all(segments.map((segment) => segment.close()));
    throw error;
  }
}

async function recoverAll(segments: Segment[], onBatch: (header: BatchHeader) => void): Promise<number> {
  for (const [at, segment] of segments.entries()) {
    const previous = segments[at - 1];
    if (previous) await requireSound(previous, segment.baseOffset);
    await noteSoundBatches(segment, onBatch);
  }
  const last = segments.at(-1);
  return last ? cutTail(last) : 0;
}

async function openAll(folder: string): Promise<Segment[]> {
  const names = (await readdir(folder)).sort();
  const segments: Segment[] = [];
  for (const name of names) {
    const baseOffset = Segment.baseOffsetOf(name);
    if (baseOffset !== undefined) segments.push(await Segment.open(folder, name, baseOffset));
  }
  return segments;
}

async function requireSound(segment: Segment, nextBaseOffset: number): Promise<void> {
  const whole = segment.endOffset === nextBaseOffset && segment.sizeInBytes === (await segment.fileSize());
  if (!whole) throw new DamagedLog(`segment ${segment.baseOffset} is damaged before the last segment`);
}

async function cutTail(segment: Segment): Promise<number> {
  const fileSize = await segment.fileSize();
  if (fileSize === 0) return 0;
  // What survived the crash in the page cache alone must be on disk before anybody reads it.
  await segment.truncateToNoted();
  return fileSize - segment.sizeInBytes;
}

async function noteSoundBatches(segment: Segment, onBatch: (header: BatchHeader) => void): Promise<void> {
  const fileSize = await segment.fileSize();
  let wanted = readAhead;
  while (segment.sizeInBytes < fileSize) {
    const data = await segment.rawBytesAt(segment.sizeInBytes, Math.min(wanted, fileSize - segment.sizeInBytes));
    const { noted, needed } = noteFrom(data, segment, onBatch);
    if (needed > fileSize - segment.sizeInBytes || (!noted && needed <= data.length)) return;
    wanted = Math.max(readAhead, needed);
  }
}

/** `needed` is what the batch at the new end takes; a batch that is there and not sound needs no more than it has. */
function noteFrom(
  data: Buffer,
  segment: Segment,
  onBatch: (header: BatchHeader) => void,
): { noted: boolean; needed: number } {
  let at = 0;
  for (;;) {
    const header = readHeader(data, at);
    if (!header) return { noted: at > 0, needed: headerBytes };
    if (!isPlausible(header) || header.baseOffset !== segment.endOffset) return { noted: at > 0, needed: headerBytes };
    if (at + header.sizeInBytes > data.length) return { noted: at > 0, needed: header.sizeInBytes };
    if (!hasRightCrc(data.subarray(at, at + header.sizeInBytes))) return { noted: at > 0, needed: header.sizeInBytes };
    segment.note(header);
    onBatch(header);
    at += header.sizeInBytes;
  }
}
