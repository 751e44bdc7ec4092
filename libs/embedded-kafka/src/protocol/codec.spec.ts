import fc from 'fast-check';
import { apiVersionsResponse } from './api-versions-messages.js';
import {
  array,
  bool,
  bytes,
  type Codec,
  int16,
  int32,
  int64,
  int8,
  nullableArray,
  nullableString,
  since,
  string,
  struct,
  within,
} from './codec.js';
import { MalformedRequest, WireReader } from './wire-reader.js';
import { WireWriter } from './wire-writer.js';

function write<T>(codec: Codec<T>, value: T, version = 0): Buffer {
  const writer = new WireWriter();
  codec.write(writer, value, version);
  return Buffer.concat(writer.finish());
}

const sample = struct({
  tiny: int8,
  short: int16,
  word: int32,
  long: int64,
  flag: bool,
  text: string,
  note: nullableString,
  data: bytes,
  list: array(struct({ name: string })),
  maybe: nullableArray(int32),
});

const samples = fc.record({
  tiny: fc.integer({ min: -128, max: 127 }),
  short: fc.integer({ min: -32768, max: 32767 }),
  word: fc.integer(),
  long: fc.maxSafeInteger(),
  flag: fc.boolean(),
  text: fc.string({ unit: 'grapheme' }),
  note: fc.option(fc.string()),
  data: fc.uint8Array({ maxLength: 10_000 }).map((each) => Buffer.from(each)),
  list: fc.array(fc.record({ name: fc.string({ maxLength: 300 }) })),
  maybe: fc.option(fc.array(fc.integer())),
});

describe('the codec', () => {
  it('given any value, when it is written and read, then it is the same', () => {
    fc.assert(
      fc.property(samples, (value) => {
        expect(sample.read(new WireReader(write(sample, value)), 0)).toEqual(value);
      }),
    );
  });

  it('given any bytes, when they are read, then a value or a malformed request comes out', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (noise) => {
        try {
          expect(sample.read(new WireReader(Buffer.from(noise)), 0)).toHaveProperty('tiny');
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedRequest);
        }
      }),
    );
  });

  it('given many parts around the size of a buffer, when they are written, then none is misplaced', () => {
    const parts = Array.from({ length: 400 }, (_, at) => 'x'.repeat(at % 37));
    expect(array(string).read(new WireReader(write(array(string), parts)), 0)).toEqual(parts);
  });

  it('given a field of some versions, when others are read, then it is absent', () => {
    const versioned = struct({ old: within(0, 1, int8, 0), fresh: since(2, int8, -1) });
    expect(write(versioned, { old: 1, fresh: 2 }, 1)).toEqual(Buffer.from([1]));
    expect(write(versioned, { old: 1, fresh: 2 }, 2)).toEqual(Buffer.from([2]));
    expect(versioned.read(new WireReader(Buffer.from([9])), 1)).toEqual({ old: 9, fresh: -1 });
  });

  it('given a null that must not be, when it is read, then the request is malformed', () => {
    expect(() => string.read(new WireReader(Buffer.from([0xff, 0xff])), 0)).toThrow(MalformedRequest);
  });

  it('given ApiVersions 3, when it is written, then it has the flexible form', () => {
    const apis = [{ key: 18, minVersion: 0, maxVersion: 3 }];
    const expected = Buffer.from([0, 0, 2, 0, 18, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0]);
    expect(write(apiVersionsResponse, { error: 0, apis }, 3)).toEqual(expected);
  });
});
