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

export type Acceptance =
  { kind: 'accepted'; batch: Buffer; header: BatchHeader } | { kind: 'refused'; error: ErrorCode };

/** The byte that names the record format lies at the same place in every format. */
const magicAt = 16;

/** Judges what a producer sent for one partition: exactly one record batch of format 2, whole, with its right checksum. */
export function acceptBatch(records: Buffer | null, maxMessageBytes: number): Acceptance {
  if (!records || records.length <= magicAt) return refused(ErrorCode.invalidRecord);
  if (records.readInt8(magicAt) < 2) return refused(ErrorCode.unsupportedForMessageFormat);
  const header = readHeader(records);
  if (!header || records.length < headerBytes) return refused(ErrorCode.corruptMessage);
  const error = judge(records, header, maxMessageBytes);
  return error === ErrorCode.none ? { kind: 'accepted', batch: records, header } : refused(error);
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
