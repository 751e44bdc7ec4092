import { crc32c } from './crc32c.js';

/** The header of a record batch of format 2 (kafka.apache.org/documentation/#recordbatch). Times are milliseconds, sizes bytes. */
export interface BatchHeader {
  baseOffset: number;
  lastOffset: number;
  sizeInBytes: number;
  magic: number;
  attributes: number;
  baseTimestamp: number;
  maxTimestamp: number;
  producerId: number;
  producerEpoch: number;
  baseSequence: number;
  recordCount: number;
}

export const headerBytes = 61;

/** Where the fields lie. `length` counts what follows it; the CRC covers all from `attributes` on. */
const at = {
  baseOffset: 0,
  length: 8,
  magic: 16,
  crc: 17,
  attributes: 21,
  lastOffsetDelta: 23,
  baseTimestamp: 27,
  maxTimestamp: 35,
  producerId: 43,
  producerEpoch: 51,
  baseSequence: 53,
  recordCount: 57,
};
const beforeLength = 12;

const attribute = { compression: 0x07, logAppendTime: 0x08, transactional: 0x10, control: 0x20 };

/** Reads the header at `from`, or nothing where fewer than 61 bytes are left. It judges nothing. */
export function readHeader(data: Buffer, from = 0): BatchHeader | undefined {
  if (data.length - from < headerBytes) return undefined;
  const baseOffset = Number(data.readBigInt64BE(from + at.baseOffset));
  return {
    baseOffset,
    lastOffset: baseOffset + data.readInt32BE(from + at.lastOffsetDelta),
    sizeInBytes: data.readInt32BE(from + at.length) + beforeLength,
    magic: data.readInt8(from + at.magic),
    attributes: data.readInt16BE(from + at.attributes),
    baseTimestamp: Number(data.readBigInt64BE(from + at.baseTimestamp)),
    maxTimestamp: Number(data.readBigInt64BE(from + at.maxTimestamp)),
    producerId: Number(data.readBigInt64BE(from + at.producerId)),
    producerEpoch: data.readInt16BE(from + at.producerEpoch),
    baseSequence: data.readInt32BE(from + at.baseSequence),
    recordCount: data.readInt32BE(from + at.recordCount),
  };
}

/** Says whether `batch`, whole, carries the checksum of its own content. */
export function hasRightCrc(batch: Buffer): boolean {
  return crc32c(batch.subarray(at.attributes)) === batch.readUInt32BE(at.crc);
}

/** Writes the offset that the log gave to the batch, in place: its bytes are outside the CRC. */
export function stampBaseOffset(batch: Buffer, baseOffset: number): void {
  batch.writeBigInt64BE(BigInt(baseOffset), at.baseOffset);
}

export function isLogAppendTime(header: BatchHeader): boolean {
  return (header.attributes & attribute.logAppendTime) !== 0;
}

export function isTransactional(header: BatchHeader): boolean {
  return (header.attributes & attribute.transactional) !== 0;
}

export function isControl(header: BatchHeader): boolean {
  return (header.attributes & attribute.control) !== 0;
}

/** The codec of the records: 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd. */
export function compressionOf(header: BatchHeader): number {
  return header.attributes & attribute.compression;
}

/** The same batch around other records, in plain. */
export function withRecords(batch: Buffer, records: Buffer): Buffer {
  const changed = Buffer.concat([batch.subarray(0, headerBytes), records]);
  changed.writeInt32BE(changed.length - beforeLength, at.length);
  changed.writeInt16BE(batch.readInt16BE(at.attributes) & ~attribute.compression, at.attributes);
  changed.writeUInt32BE(crc32c(changed.subarray(at.attributes)), at.crc);
  return changed;
}

/** Says whether the numbers of a header can belong to a batch at all: a first test before its bytes are read. */
export function isPlausible(header: BatchHeader): boolean {
  const recordsFit = header.lastOffset - header.baseOffset === header.recordCount - 1;
  return header.magic === 2 && header.sizeInBytes > headerBytes && header.recordCount > 0 && recordsFit;
}

/**
 * The run of whole batches in `data` (which starts at a batch) that holds `offset` and what follows, at most `maxBytes` long
 * but one batch at least. `needed` is set when `data` is too short for that one batch: so many bytes of it are required.
 */
export function wholeBatches(
  data: Buffer,
  offset: number,
  maxBytes: number,
): { from: number; to: number; needed?: number } {
  let from = 0;
  let header = readHeader(data);
  for (; header && header.lastOffset < offset; header = readHeader(data, from)) from += header.sizeInBytes;
  let to = from;
  for (; header && to + header.sizeInBytes <= Math.min(data.length, from + maxBytes); header = readHeader(data, to)) {
    to += header.sizeInBytes;
  }
  if (to > from || from > data.length) return { from, to };
  return oneBatch(data, from);
}

function oneBatch(data: Buffer, from: number): { from: number; to: number; needed?: number } {
  const needed = from + (readHeader(data, from)?.sizeInBytes ?? headerBytes);
  return needed <= data.length ? { from, to: needed } : { from, to: from, needed };
}
