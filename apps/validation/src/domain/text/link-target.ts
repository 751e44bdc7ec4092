/**
 * Parentheses inside one another in a target. A target with more is not taken for a link and its text stays checked:
 * no character is then looked at more often than this, however many links are begun.
 */
const maxNesting = 8;
const closers: Readonly<Record<string, string>> = { '"': '"', "'": "'", '(': ')' };
const space = (character = ''): boolean => character !== '' && ' \t\r\n'.includes(character);

/**
 * Where the `(target "title")` that begins at `at` ends, by CommonMark 0.31 section 6.3, or undefined where it is
 * none: `[7](about five)` is no link, its brackets are shown.
 */
export function endOfLinkTarget(text: string, at: number, limit: number): number | undefined {
  if (text[at] !== '(') return undefined;
  const target = skipSpace(text, at + 1, limit);
  const afterTarget = text[target] === '<' ? endOfAngled(text, target, limit) : endOfBare(text, target, limit);
  if (afterTarget === undefined) return undefined;
  const next = skipSpace(text, afterTarget, limit);
  const titled = next > afterTarget && closers[text[next] ?? ''] !== undefined;
  const end = titled ? endOfTitle(text, next, limit) : next;
  if (end === undefined) return undefined;
  const closing = skipSpace(text, end, limit);
  return closing < limit && text[closing] === ')' ? closing + 1 : undefined;
}

function skipSpace(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && space(text[at])) at += 1;
  return at;
}

function endOfAngled(text: string, from: number, limit: number): number | undefined {
  for (let at = from + 1; at < limit; at += text[at] === '\\' ? 2 : 1) {
    if (text[at] === '>') return at + 1;
    if (text[at] === '<' || text[at] === '\n' || text[at] === '\r') return undefined;
  }
  return undefined;
}

function endOfBare(text: string, from: number, limit: number): number | undefined {
  let open = 0;
  let at = from;
  for (; at < limit; at += text[at] === '\\' ? 2 : 1) {
    const character = text[at];
    if (space(character) || (character === ')' && open === 0)) break;
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    if (open > maxNesting) return undefined;
  }
  return open === 0 ? Math.min(at, limit) : undefined;
}

/** A title in parentheses holds no other one, so that a title that nothing closes ends where the next one begins. */
function endOfTitle(text: string, from: number, limit: number): number | undefined {
  const closer = closers[text[from] ?? ''];
  for (let at = from + 1; at < limit; at += text[at] === '\\' ? 2 : 1) {
    if (text[at] === closer) return at + 1;
    if (closer === ')' && text[at] === '(') return undefined;
  }
  return undefined;
}
