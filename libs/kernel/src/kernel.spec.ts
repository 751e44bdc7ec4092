import canonicalize from 'canonicalize';
import fc from 'fast-check';

import { canonicalJson } from './canonical-json.js';
import { isDeeperThan } from './depth.js';
import { digestOfJson, sha256 } from './digest.js';
import { holdsIllFormedText, holdsNumberBeyondAll } from './ill-formed.js';
import { pointerToken } from './json-pointer.js';
import { uuidV5 } from './uuid-v5.js';

function outcomeOf(write: () => string | undefined): string {
  try {
    return write() ?? 'refused';
  } catch {
    return 'refused';
  }
}

describe('canonical JSON', () => {
  it('sorts members and writes numbers as RFC 8785 does', () => {
    expect(canonicalJson({ b: [1e21, 0.000001, -0], a: '\u20ac\n' })).toBe('{"a":"€\\n","b":[1e+21,0.000001,0]}');
  });

  it('refuses a lone surrogate', () => {
    expect(() => canonicalJson({ a: '\ud800' })).toThrow();
  });

  it('is what the library writes, or refuses, whatever the names, the texts and the numbers', () => {
    const name = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9]{1,3}$/), fc.constant('__proto__'));
    const leaf = fc.oneof(fc.double(), fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', true, null, undefined));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), tie('object')),
      object: fc
        .array(fc.tuple(name, tie('value')))
        .map((members) => Object.fromEntries(members) as Record<string, unknown>),
    }));
    fc.assert(
      fc.property(value, (any) => {
        expect(outcomeOf(() => canonicalJson(any))).toEqual(outcomeOf(() => canonicalize(any)));
      }),
      { numRuns: 2000 },
    );
  });

  it('does not depend on member order', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.integer()), (object) => {
        const turned = Object.fromEntries(Object.entries(object).reverse());
        expect(digestOfJson(turned)).toBe(digestOfJson(object));
      }),
    );
  });
});

describe('digest', () => {
  it('is the SHA-256 of the UTF-8 bytes', () => {
    expect(sha256('')).toBe('sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('é')).toBe(sha256(new Uint8Array([0xc3, 0xa9])));
  });
});

describe('ill-formed text', () => {
  it.each([
    ['a lone surrogate', { a: ['\udc00'] }, true],
    ['U+0000 in a member name', { 'a\u0000': 1 }, true],
    ['a surrogate at the end of a very wide array', [...Array<number>(200_000).fill(0), '\ud800'], true],
    ['a pair', { a: '\ud83d\ude00' }, false],
  ])('given %s', (_name, value, expected) => {
    expect(holdsIllFormedText(value)).toBe(expected);
  });

  it('given a number beyond all, then it is found however deep', () => {
    expect(holdsNumberBeyondAll(JSON.parse('{"a":[{"b":1e999}]}'))).toBe(true);
    expect(holdsNumberBeyondAll(JSON.parse('{"a":[{"b":1e308}, "1e999", null]}'))).toBe(false);
  });
});

describe('depth', () => {
  it.each([
    ['a string', 'x', 0, false],
    ['an empty array', [], 0, true],
    ['two levels within two', { a: [1] }, 2, false],
    ['three levels beyond two', { a: [{}] }, 2, true],
    ['very wide, not deep', Array.from({ length: 200_000 }, () => 0), 1, false],
    ['far beyond any stack', JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)), 100, true],
  ])('given %s', (_name, value, levels, expected) => {
    expect(isDeeperThan(value, levels)).toBe(expected);
  });
});

describe('uuidV5', () => {
  it('gives the example of RFC 9562 (www.example.com in the DNS namespace)', () => {
    expect(uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
  });
});

describe('JSON pointer', () => {
  it('escapes the two reserved characters', () => {
    expect(pointerToken('a/b~c')).toBe('/a~1b~0c');
  });
});
