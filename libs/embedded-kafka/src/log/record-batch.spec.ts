import { gzipSync } from 'node:zlib';

import fc from 'fast-check';

import { ErrorCode } from '../protocol/error-code.js';
import { acceptBatch } from './accept-batch.js';
import { crc32c } from './crc32c.js';
import { headerBytes, readHeader, stampBaseOffset, wholeBatches } from './record-batch.js';

interface Parts {
  baseOffset?: number;
  records?: number;
  payload?: number;
  attributes?: number;
  magic?: number;
}

function batch({ baseOffset = 0, records = 1, payload = 20, attributes = 0, magic = 2 }: Parts = {}): Buffer {
  const bytes = Buffer.alloc(headerBytes + payload, 7);
  bytes.writeBigInt64BE(BigInt(baseOffset), 0);
  bytes.writeInt32BE(bytes.length - 12, 8);
  bytes.writeInt8(magic, 16);
  bytes.writeInt16BE(attributes, 21);
  bytes.writeInt32BE(records - 1, 23);
  bytes.writeBigInt64BE(1000n, 27);
  bytes.writeBigInt64BE(2000n, 35);
  bytes.writeBigInt64BE(5n, 43);
  bytes.writeInt16BE(1, 51);
  bytes.writeInt32BE(9, 53);
  bytes.writeInt32BE(records, 57);
  bytes.writeUInt32BE(crc32c(bytes.subarray(21)), 17);
  return bytes;
}

const rules = (maxMessageBytes: number) => ({ maxMessageBytes, uncompressed: false, compacted: false });

describe('a record batch', () => {
  it('given its bytes, when the header is read, then every field is there', () => {
    expect(readHeader(batch({ baseOffset: 40, records: 3 }))).toEqual({
      baseOffset: 40,
      lastOffset: 42,
      sizeInBytes: 81,
      magic: 2,
      attributes: 0,
      baseTimestamp: 1000,
      maxTimestamp: 2000,
      producerId: 5,
      producerEpoch: 1,
      baseSequence: 9,
      recordCount: 3,
    });
  });

  it('given a sound batch, when it gets its offset, then its checksum still holds', () => {
    const bytes = batch();
    stampBaseOffset(bytes, 123456);
    expect(acceptBatch(bytes, rules(1000))).toMatchObject({ kind: 'accepted', header: { baseOffset: 123456 } });
  });

  const altered = batch();
  altered[70] = 8;
  it.each([
    ['nothing', null, ErrorCode.invalidRecord],
    ['an old format', batch({ magic: 1 }), ErrorCode.unsupportedForMessageFormat],
    ['a torn batch', batch().subarray(0, 70), ErrorCode.corruptMessage],
    ['an altered batch', altered, ErrorCode.corruptMessage],
    ['two batches', Buffer.concat([batch(), batch()]), ErrorCode.invalidRecord],
    ['a batch without records', batch({ records: 0 }), ErrorCode.invalidRecord],
    ['a control batch', batch({ attributes: 0x20 }), ErrorCode.invalidRecord],
    ['a transactional batch', batch({ attributes: 0x10 }), ErrorCode.unsupportedVersion],
    ['LogAppendTime', batch({ attributes: 0x08 }), ErrorCode.invalidTimestamp],
    ['a batch above the limit', batch({ payload: 1000 }), ErrorCode.messageTooLarge],
  ])('given %s, when it is produced, then it is refused with its code', (_, bytes, error) => {
    expect(acceptBatch(bytes, rules(500))).toEqual({ kind: 'refused', error });
  });

  it('given any bytes, when they are produced, then a verdict comes back and no throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(acceptBatch(Buffer.from(bytes), rules(500)).kind).toBe('refused');
      }),
    );
  });
});

describe('a batch on a topic with rules of its own', () => {
  const plainTopic = { maxMessageBytes: 1000, uncompressed: true, compacted: false };
  const compactedTopic = { maxMessageBytes: 1000, uncompressed: false, compacted: true };
  const codec = { gzip: 1, lz4: 3 };

  it('given gzip where plain records are wanted, then the batch is kept in plain, with its own checksum', () => {
    const records = Buffer.alloc(300, 9);
    const sent = resealed(Buffer.concat([batch({ payload: 0, attributes: codec.gzip }), gzipSync(records)]));
    const kept = acceptBatch(sent, plainTopic);
    if (kept.kind !== 'accepted') throw new Error('refused');
    expect(kept.batch.subarray(headerBytes)).toEqual(records);
    expect(acceptBatch(kept.batch, plainTopic)).toEqual(kept);
  });

  it.each([
    ['a gzip bomb', gzipSync(Buffer.alloc(100_000)), codec.gzip, ErrorCode.messageTooLarge],
    ['broken gzip', Buffer.from('no gzip at all'), codec.gzip, ErrorCode.corruptMessage],
    ['lz4', Buffer.alloc(40, 1), codec.lz4, ErrorCode.unsupportedCompressionType],
  ])('given %s where plain records are wanted, then it is refused with its code', (_, records, attributes, error) => {
    const sent = resealed(Buffer.concat([batch({ payload: 0, attributes }), records]));
    expect(acceptBatch(sent, plainTopic)).toEqual({ kind: 'refused', error });
  });

  // attributes, timestamp delta, offset delta, key length, key, value length, headers
  it.each([
    ['a key', [14, 0, 0, 0, 2, 0x6b, 1, 0], 'accepted'],
    ['no key', [12, 0, 0, 0, 1, 1, 0], 'refused'],
    ['records that end early', [126, 0, 0, 0, 2, 0x6b], 'refused'],
  ])('given %s on a compacted topic, then it is as said', (_, record, kind) => {
    const sent = resealed(Buffer.concat([batch({ payload: 0 }), Buffer.from(record)]));
    expect(acceptBatch(sent, compactedTopic).kind).toBe(kind);
  });
});

function resealed(bytes: Buffer): Buffer {
  bytes.writeInt32BE(bytes.length - 12, 8);
  bytes.writeUInt32BE(crc32c(bytes.subarray(21)), 17);
  return bytes;
}

describe('whole batches', () => {
  const log = Buffer.concat([batch({ records: 2 }), batch({ baseOffset: 2 }), batch({ baseOffset: 3, records: 4 })]);

  it('given an offset inside of a batch, when they are cut, then that batch is the first', () => {
    expect(wholeBatches(log, 1, 10_000)).toEqual({ from: 0, to: 243 });
    expect(wholeBatches(log, 5, 10_000)).toEqual({ from: 162, to: 243 });
  });

  it('given a limit, when they are cut, then only whole ones fit, but one comes always', () => {
    expect(wholeBatches(log, 0, 170)).toEqual({ from: 0, to: 162 });
    expect(wholeBatches(log, 2, 1)).toEqual({ from: 81, to: 162 });
  });

  it('given too few bytes for one batch, when they are cut, then it says how many are needed', () => {
    expect(wholeBatches(log.subarray(0, 100), 2, 1000)).toEqual({ from: 81, to: 81, needed: 142 });
    expect(wholeBatches(log.subarray(0, 150), 2, 1000)).toEqual({ from: 81, to: 81, needed: 162 });
  });
});
