import { MalformedRequest, type WireReader } from './wire-reader.js';
import { type WireWriter } from './wire-writer.js';

/** How one value lies on the wire, depending on the version of the API. */
export interface Codec<T> {
  read(reader: WireReader, version: number): T;
  write(writer: WireWriter, value: T, version: number): void;
}

/** The TypeScript type of what a codec reads and writes. */
export type Shape<C> = C extends Codec<infer T> ? T : never;

type Fields = Record<string, Codec<unknown>>;
type Struct<F extends Fields> = { [K in keyof F]: Shape<F[K]> };

export const int8: Codec<number> = { read: (r) => r.int8(), write: (w, v) => w.int8(v) };
export const int16: Codec<number> = { read: (r) => r.int16(), write: (w, v) => w.int16(v) };
export const int32: Codec<number> = { read: (r) => r.int32(), write: (w, v) => w.int32(v) };
export const int64: Codec<number> = { read: (r) => r.int64(), write: (w, v) => w.int64(v) };
export const bool: Codec<boolean> = { read: (r) => r.int8() !== 0, write: (w, v) => w.int8(v ? 1 : 0) };

export const nullableString: Codec<string | null> = {
  read(reader) {
    const length = reader.int16();
    return length === -1 ? null : reader.text(length);
  },
  write(writer, value) {
    if (value === null) return writer.int16(-1);
    const bytes = Buffer.from(value, 'utf8');
    writer.int16(bytes.length);
    writer.raw(bytes);
  },
};

export const string: Codec<string> = notNull(nullableString);

/** Bytes as a view into the frame: for what is used up before the request is answered (record batches). */
export const records: Codec<Buffer | null> = {
  read(reader) {
    const length = reader.int32();
    return length === -1 ? null : reader.slice(length);
  },
  write(writer, value) {
    writer.int32(value?.length ?? -1);
    if (value) writer.raw(value);
  },
};

/** Bytes as a copy: for what outlives the request, so that no frame is kept alive by a few bytes of it. */
export const bytes: Codec<Buffer> = {
  read: (reader, version) => Buffer.from(notNull(records).read(reader, version)),
  write: (writer, value, version) => records.write(writer, value, version),
};

export function nullableArray<T>(item: Codec<T>): Codec<T[] | null> {
  return {
    read(reader, version) {
      const count = reader.int32();
      if (count === -1) return null;
      // Each item takes a byte at least, so a count above that is a lie told to exhaust memory.
      if (count < 0 || count > reader.remaining) throw new MalformedRequest('an array is longer than its frame');
      return Array.from({ length: count }, () => item.read(reader, version));
    },
    write(writer, value, version) {
      writer.int32(value?.length ?? -1);
      for (const each of value ?? []) item.write(writer, each, version);
    },
  };
}

export function array<T>(item: Codec<T>): Codec<T[]> {
  return notNull(nullableArray(item));
}

export function struct<F extends Fields>(fields: F): Codec<Struct<F>> {
  const entries = Object.entries(fields);
  return {
    read: (reader, version) =>
      Object.fromEntries(entries.map(([name, field]) => [name, field.read(reader, version)])) as Struct<F>,
    write(writer, value, version) {
      for (const [name, field] of entries) field.write(writer, value[name], version);
    },
  };
}

/** A field that exists in the versions `from` to `to`; in all others it reads as `absent` and is not written. */
export function within<T>(from: number, to: number, codec: Codec<T>, absent: T): Codec<T> {
  const exists = (version: number) => version >= from && version <= to;
  return {
    read: (reader, version) => (exists(version) ? codec.read(reader, version) : absent),
    write(writer, value, version) {
      if (exists(version)) codec.write(writer, value, version);
    },
  };
}

/** A field that exists from version `from` on. */
export function since<T>(from: number, codec: Codec<T>, absent: T): Codec<T> {
  return within(from, Infinity, codec, absent);
}

/** A response that starts with the throttle time from version `from` on; this broker never throttles. */
export function throttled<T>(from: number, body: Codec<T>): Codec<T> {
  const throttleMs = since(from, int32, 0);
  return {
    read(reader, version) {
      throttleMs.read(reader, version);
      return body.read(reader, version);
    },
    write(writer, value, version) {
      throttleMs.write(writer, 0, version);
      body.write(writer, value, version);
    },
  };
}

/** A body of which nothing is read or written. */
export const nothing: Codec<undefined> = { read: () => undefined, write: () => undefined };

function notNull<T>(codec: Codec<T | null>): Codec<T> {
  return {
    read(reader, version) {
      const value = codec.read(reader, version);
      if (value === null) throw new MalformedRequest('a field is null that must not be');
      return value;
    },
    write: (writer, value, version) => codec.write(writer, value, version),
  };
}
