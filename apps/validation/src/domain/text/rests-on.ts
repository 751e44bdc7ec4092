import { type Answer } from '#libs/contracts';

import { publishedStrings } from '../published-strings.js';

const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** More combining marks in a row than a text stream holds (UAX 15, section 13): sorting them takes quadratic time. */
const unsortable = /[\p{M}\uFF9E\uFF9F]{31}/u;

/**
 * NFKC and case folding, as Unicode's NFKC_Casefold: invisible characters are dropped too.
 * Upper case before lower case folds what lower case alone keeps apart (`ß` and `ss`, the two sigmas).
 * undefined where it cannot be done in linear time.
 */
export function fold(text: string): string | undefined {
  const visible = text.replace(invisible, '');
  if (unsortable.test(visible)) return undefined;
  const normal = visible.normalize('NFKC').replace(invisible, '');
  return normal.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
}

/** Units of text times units of names: far above any honest answer, and some 100 ms at worst. */
const maxComparisons = 64_000_000;

/**
 * The places where the answer's own text rests on one of the identities: pointers, outside the citation lists.
 * undefined where the texts are too large to tell.
 */
export function placesResting(answer: Answer, identities: readonly string[]): string[] | undefined {
  const names = allFolded(identities);
  const strings = publishedStrings(answer);
  const texts = allFolded(strings.map(({ text }) => text));
  if (names === undefined || texts === undefined) return undefined;
  if (unitsOf(names) * unitsOf(texts) > maxComparisons) return undefined;
  return strings.filter((_string, at) => names.some((name) => texts[at]?.includes(name))).map(({ pointer }) => pointer);
}

function allFolded(texts: readonly string[]): string[] | undefined {
  const folded = texts.map(fold);
  return folded.every((text) => text !== undefined) ? folded : undefined;
}

const unitsOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length + 1, 0);
