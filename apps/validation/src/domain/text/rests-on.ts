import { type Answer } from '#libs/contracts';
import { publishedStrings } from '../published-strings.js';

/**
 * NFKC and case folding, as Unicode's NFKC_Casefold: invisible characters are dropped too.
 * Upper case before lower case folds what lower case alone keeps apart (`ß` and `ss`, the two sigmas).
 */
export function fold(text: string): string {
  const visible = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return visible.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
}

/** The places where the answer's own text rests on an identity: pointers, outside the citation lists. */
export function placesResting(answer: Answer): (identity: string) => string[] {
  const strings = publishedStrings(answer).map(({ pointer, text }) => ({ pointer, folded: fold(text) }));
  return (identity) => {
    const wanted = fold(identity);
    return strings.filter(({ folded }) => folded.includes(wanted)).map(({ pointer }) => pointer);
  };
}
