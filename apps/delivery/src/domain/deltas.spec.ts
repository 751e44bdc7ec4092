import * as fc from 'fast-check';

import { deltaCodePoints, deltasOf } from './deltas.js';

describe('deltas of a text', () => {
  it('given any Unicode text, then the joined deltas are the text byte for byte', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const joined = Buffer.concat(deltasOf(text).map((delta) => Buffer.from(delta)));
        expect(joined.equals(Buffer.from(text))).toBe(true);
      }),
    );
  });

  it('given any text, then every delta but the last holds 64 code points and none is empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        const sizes = deltasOf(text).map((delta) => Array.from(delta).length);
        expect(sizes.slice(0, -1).every((size) => size === deltaCodePoints)).toBe(true);
        expect(sizes.every((size) => size > 0)).toBe(true);
      }),
    );
  });

  it('given a pair of surrogates on the border, then it is not torn', () => {
    const text = `${'a'.repeat(63)}😀b`;
    expect(deltasOf(text)).toEqual([`${'a'.repeat(63)}😀`, 'b']);
  });
});
