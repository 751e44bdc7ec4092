import fc from 'fast-check';

import { mentions } from './mention.js';

describe('a mention', () => {
  it.each([
    ['Where is ord-1042?', 'ORD-1042', true],
    ['Az ORD-1042-nek nincs vége', 'ORD-1042', true],
    ['订单ORD-1042的状态', 'ORD-1042', true],
    ['заказ ORD-1042.', 'ORD-1042', true],
    ['ORD-10425', 'ORD-1042', false],
    ['XORD-1042', 'ORD-1042', false],
    ['ORD-1042-7', 'ORD-1042', false],
    ['ORD-1042', '1042', false],
    ['ORD-10425 or ORD-1042', 'ORD-1042', true],
    ['anything at all', ' ', false],
  ])('given %j, then %s is named: %s', (text, identity, expected) => {
    expect(mentions(text, identity)).toBe(expected);
  });

  it('given any identity between spaces, then it is named', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (identity) => {
        expect(mentions(`what of ${identity} now?`, identity)).toBe(identity.toLowerCase().trim() !== '');
      }),
    );
  });
});
