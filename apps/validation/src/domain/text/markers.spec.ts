import fc from 'fast-check';

import { markersIn } from './markers.js';
import { spelledOut } from './number-ranges.js';

const numbers = (text: string, known = 3) => markersIn(text, known).map(({ ranges }) => ranges && spelledOut(ranges));

describe('markers', () => {
  it.each([
    ['Refunds take five days [2].', [[2]]],
    ['五天内退款【3】。', [[3]]],
    ['[1][2]', [[1], [2]]],
    ['[1, 3]', [[1, 3]]],
    ['[1–3]', [[1, 2, 3]]],
    ['[1-2;3]', [[1, 2, 3]]],
    ['[3, 1-2, 2, 1-3]', [[1, 2, 3]]],
    ['[ 2 ]', [[2]]],
    ['no marker: [], [a], [1a], (2), [-1]', []],
  ])('given %j, then each known number is named', (text, expected) => {
    expect(numbers(text)).toEqual(expected);
  });

  it.each(['[999]', '[0]', '[02]', '[٢]', '【7】', '[1,4]', '[1-4]', '[3-1]', '[１]', '[2-]x[1-99999999999999999999]'])(
    'given %j and a window of 3, then the marker is unknown',
    (text) => {
      expect(numbers(text)).toEqual([null]);
    },
  );

  it.each([
    ['a code span', 'Use `items[7]` here'],
    ['a longer code span', 'Use ``a ` [7]`` here'],
    ['fenced code', '```ts\nitems[7]\n\n[8]\n```'],
    ['a fence that nothing closes', 'text\n~~~\nitems[7]'],
    ['a link text', 'see [7](https://example.org/a_(b) "title [7]")'],
    ['a link text before a title in parentheses', 'see [7](a (b))'],
    ['a marker inside a link text', 'see [chapter [7]](<https://example.org>)'],
  ])('given a number in %s, then it is no marker', (_place, text) => {
    expect(numbers(text)).toEqual([]);
  });

  it.each([
    ['a bracket that only looks like a link', 'five days [7](about five days)'],
    ['a backtick that nothing closes', 'a ` b [7]'],
    ['an escaped backtick', 'a \\` [7] \\` b'],
    ['backticks of two list items', '- a ` b\n- c [7] ` d'],
    ['backticks of two paragraphs', 'a ` b\n\n[7] ` c'],
    ['a pair of backticks closed on the line before', '> a `b\n> c` [7] `d\n> e`'],
    ['a fence that ended', '```\ncode\n```\n[7]'],
    ['a target nested deeper than is read', `[7](a${'('.repeat(9)}${')'.repeat(9)})`],
    ['a title in parentheses that holds one', '[7](a (b (c) d))'],
  ])('given %s, then the marker is seen', (_place, text) => {
    expect(numbers(text)).toEqual([null]);
  });

  it('then a span is the place of the marker in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, number) => {
        const before = text.replace(/[`~[\]]/g, '');
        const [marker] = markersIn(`${before}[${number}]`, 20);
        expect(marker).toMatchObject({ start: before.length, end: before.length + `[${number}]`.length });
      }),
    );
  });

  it.each(['[', '`', '](', '[1,', '`[1](', '[1 ', '](\n', '``` `', '[](<', '\\'])(
    'given %j over and over, then it ends in time',
    (piece) => {
      const started = performance.now();
      markersIn(piece.repeat(Math.floor(250_000 / piece.length)), 3);
      expect(performance.now() - started).toBeLessThan(3000);
    },
  );
});
