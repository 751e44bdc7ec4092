import { ErrorCode } from '../protocol/error-code.js';
import {
  type BatchHeader,
  hasRightCrc,
  headerBytes,
  isControl,
  isLogAppendTime,
  isPlausible,
  isTransactional,
  readHeader,
} from './record-batch.js';
import { everyRecordHasKey } from './record-keys.js';
import { uncompressedBatch } from './uncompressed-batch.js';

/** What a topic's configuration says of its batches. */
export interface BatchRules {
  readonly maxMessageBytes: number;
  readonly uncompressed: boolean;
  readonly compacted: boolean;
}

export type Acceptance =
  { kind: 'accepted'; batch: Buffer; header: BatchHeader } | { kind: 'refused'; error: ErrorCode };

/** The byte that names the record format lies at the same place in every format. */
const magicAt = 16;

/** Judges what a producer sent for one partition: exactly one record batch of format 2, whole, with its right checksum. */
export function acceptBatch(records: Buffer | null, topic: BatchRules): Acceptance {
  if (!records || records.length <= magicAt) return refused(ErrorCode.invalidRecord);
  if (records.readInt8(magicAt) < 2) return refused(ErrorCode.unsupportedForMessageFormat);
  const header = readHeader(records);
  if (!header || records.length < headerBytes) return refused(ErrorCode.corruptMessage);
  const error = judge(records, header, topic.maxMessageBytes);
  return error === ErrorCode.none ? keep(records, header, topic) : refused(error);
}

/** What of the batch is kept: plain records where the topic wants them, and on a compacted topic only records with keys. */
function keep(batch: Buffer, header: BatchHeader, topic: BatchRules): Acceptance {
  if (!topic.uncompressed && !topic.compacted) return { kind: 'accepted', batch, header };
  const plain = uncompressedBatch(batch, header, topic.maxMessageBytes);
  if (!Buffer.isBuffer(plain)) return refused(plain);
  if (topic.compacted && !everyRecordHasKey(plain.subarray(headerBytes), header.recordCount)) {
    return refused(ErrorCode.invalidRecord);
  }
  const kept = topic.uncompressed ? plain : batch;
  const keptHeader = readHeader(kept);
  return keptHeader ? { kind: 'accepted', batch: kept, header: keptHeader } : refused(ErrorCode.corruptMessage);
}

function judge(records: Buffer, header: BatchHeader, maxMessageBytes: number): ErrorCode {
  if (header.sizeInBytes > maxMessageBytes) return ErrorCode.messageTooLarge;
  if (header.sizeInBytes < records.length) return ErrorCode.invalidRecord;
  if (header.sizeInBytes !== records.length || !hasRightCrc(records)) return ErrorCode.corruptMessage;
  if (!isPlausible(header) || isControl(header)) return ErrorCode.invalidRecord;
  if (isTransactional(header)) return ErrorCode.unsupportedVersion;
  return isLogAppendTime(header) ? ErrorCode.invalidTimestamp : ErrorCode.none;
}

function refused(error: ErrorCode): Acceptance {
  return { kind: 'refused', error };
}
