import { type IncomingRecord } from '#libs/contracts';

/** What of a record may hold content: its key, its headers and its value, each as the broker gave it. */
export type Content = Pick<IncomingRecord, 'key' | 'headers' | 'value'>;

const version = 1;
const absent = -1;
const startBytes = 5;
const lengthBytes = 4;

/**
 * The bytes that are encrypted: a version byte, the number of headers, then key, value and each header's name and
 * value as a 32-bit big-endian length (-1 for none) and the bytes. Nothing is reinterpreted, so poison is kept whole.
 */
export function packContent({ key, headers, value }: Content): Buffer {
  const fields = [key, value, ...headers.flatMap(([name, bytes]) => [Buffer.from(name), bytes])];
  const bytes = fields.reduce((sum, field) => sum + lengthBytes + (field?.length ?? 0), startBytes);
  const packed = Buffer.allocUnsafe(bytes);
  let at = packed.writeInt32BE(headers.length, packed.writeUInt8(version, 0));
  for (const field of fields) {
    at = packed.writeInt32BE(field?.length ?? absent, at);
    at += field?.copy(packed, at) ?? 0;
  }
  return packed;
}

/** @throws for bytes that `packContent` did not make: they were authenticated, so that is a bug. */
export function unpackContent(bytes: Buffer): Content {
  if (bytes.readUInt8(0) !== version) throw new Error(`content of version ${bytes.readUInt8(0)} is not known`);
  let at = startBytes;
  const next = (): Buffer | null => {
    const length = bytes.readInt32BE(at);
    at += lengthBytes;
    if (length === absent) return null;
    at += length;
    return bytes.subarray(at - length, at);
  };
  const [key, value] = [next(), next()];
  const headers = Array.from({ length: bytes.readInt32BE(1) }, () => [next()?.toString() ?? '', next()] as const);
  return { key, headers, value };
}
