import fc from 'fast-check';

import { packContent, unpackContent } from './content.js';

const bytes = fc.option(fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array)));
const headers = fc.array(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), bytes), { maxLength: 6 });

describe('packed content', () => {
  it('given any key, headers and value, then unpacking gives them back, repeated headers and nulls included', () => {
    fc.assert(
      fc.property(bytes, headers, bytes, (key, named, value) => {
        expect(unpackContent(packContent({ key, headers: named, value }))).toEqual({ key, headers: named, value });
      }),
    );
  });

  it('has the bytes of the vector', () => {
    const packed = packContent({ key: Buffer.from('k'), headers: [['h', null]], value: Buffer.from('') });
    expect(packed.toString('hex')).toBe('01' + '00000001' + '000000016b' + '00000000' + '0000000168' + 'ffffffff');
  });

  it('given another version, then it is not read', () => {
    expect(() => unpackContent(Buffer.from('02', 'hex'))).toThrow('version 2');
  });
});
