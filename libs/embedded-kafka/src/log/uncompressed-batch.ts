import { gunzipSync } from 'node:zlib';

import { ErrorCode } from '../protocol/error-code.js';
import { type BatchHeader, compressionOf, headerBytes, withRecords } from './record-batch.js';

const none = 0;
const gzip = 1;

/**
 * The same batch with its records in plain, as `compression.type=uncompressed` asks of a broker. gzip is undone, up to
 * `maxBytes`; the codecs that Node's zlib does not have are refused.
 */
export function uncompressedBatch(batch: Buffer, header: BatchHeader, maxBytes: number): Buffer | ErrorCode {
  switch (compressionOf(header)) {
    case none:
      return batch;
    case gzip:
      return unzipped(batch, maxBytes);
    default:
      return ErrorCode.unsupportedCompressionType;
  }
}

function unzipped(batch: Buffer, maxBytes: number): Buffer | ErrorCode {
  try {
    return withRecords(batch, gunzipSync(batch.subarray(headerBytes), { maxOutputLength: maxBytes }));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'ERR_BUFFER_TOO_LARGE' ? ErrorCode.messageTooLarge : ErrorCode.corruptMessage;
  }
}
