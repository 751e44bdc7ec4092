import fc from 'fast-check';

import { linearPattern } from './pattern.js';

describe('patterns in linear time', () => {
  it.each([
    ['^[\\w\\-\\.]+\\:$', 'abc:', true],
    ['^\\s$', '\u00a0', true],
    ['^\\S$', '\ufeff', false],
    ['^[\\S]$', 'é', true],
    ['^[\\s,]$', '\u2028', true],
    ['^.$', '\u2028', false],
    ['^.$', '\u{1f600}', true],
    ['^\\ud83d\\ude00$', '\u{1f600}', true],
    ['^\\d$', '\u0661', false],
    ['^[[:alpha:]]$', ':]', true],
    ['a$', 'a\n', false],
    ['^\\A$', 'A', true],
    ['(?<year>\\d{4})', 'in 2026', true],
  ])('given %s and %j, then it means what ECMA-262 says', (pattern, text, matches) => {
    expect(linearPattern(pattern)?.test(text)).toBe(matches);
  });

  it.each(['(?=a)', '(?!a)', '(?<=a)b', '(a)\\1', 'a{1,2000}', '((a{100}){100}){100}', '(', '(?i)a', '[b-a]'])(
    'given %s, then there is none',
    (pattern) => {
      expect(linearPattern(pattern)).toBeUndefined();
    },
  );

  it.each(['^(a|a)*$', '^(a+)+$', '(x+x+)+y', '^(?:.*,)*x$'])(
    'given %s, which takes for ever elsewhere, then it ends in time',
    (pattern) => {
      const started = performance.now();
      expect(linearPattern(pattern)?.test(`${'ax,'.repeat(20_000)}!`)).toBe(false);
      expect(performance.now() - started).toBeLessThan(5000);
    },
  );

  it('given simple patterns and any text, then it agrees with the engine of the language', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\d',
      '\\s',
      '\\S',
      '\\w',
      '\\W',
      '\\b',
      '[^a]',
      '[\\s\\d]',
      '(?:ab|b)',
      '-',
    );
    const pattern = fc.array(fc.tuple(piece, fc.constantFrom('', '', '*', '+?', '{2}')), { maxLength: 6 });
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', '1', ' ', '\u00a0', '\n', '-', 'é', '\u{1f600}'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(pattern, text, (pieces, value) => {
        const source = pieces.map(([one, times]) => (one === '\\b' ? one : one + times)).join('');
        expect(linearPattern(source)?.test(value)).toBe(new RegExp(source, 'u').test(value));
      }),
      { numRuns: 500 },
    );
  });
});
