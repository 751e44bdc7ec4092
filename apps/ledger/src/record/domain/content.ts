import { type IncomingRecord } from '#libs/contracts';

/** What of a record may hold content: its key, its headers and its value, each as the broker gave it. */
export type Content = Pick<IncomingRecord, 'key' | 'headers' | 'value'>;

const version = 1;
const absent = -1;

/**
 * The bytes that are encrypted: a version byte, the number of headers, then key, value and each header's name and
 * value as a 32-bit big-endian length (-1 for none) and the bytes. Nothing is reinterpreted, so poison is kept whole.
 */
export function packContent({ key, headers, value }: Content): Buffer {
  const fields = [key, value, ...headers.flatMap(([name, bytes]) => [Buffer.from(name), bytes])];
  const start = Buffer.alloc(5);
  start.writeUInt8(version, 0);
  start.writeInt32BE(headers.length, 1);
  return Buffer.concat([start, ...fields.flatMap(framed)]);
}

/** @throws for bytes that `packContent` did not make: they were authenticated, so that is a bug. */
export function unpackContent(bytes: Buffer): Content {
  if (bytes.readUInt8(0) !== version) throw new Error(`content of version ${bytes.readUInt8(0)} is not known`);
  let at = 5;
  const next = (): Buffer | null => {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length === absent) return null;
    at += length;
    return bytes.subarray(at - length, at);
  };
  const [key, value] = [next(), next()];
  const headers = Array.from({ length: bytes.readInt32BE(1) }, () => [next()?.toString() ?? '', next()] as const);
  return { key, headers, value };
}

function framed(field: Buffer | null): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeInt32BE(field?.length ?? absent);
  return field === null ? [length] : [length, field];
}
