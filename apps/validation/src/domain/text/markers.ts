import { merged, type NumberRange } from './number-ranges.js';
import { type Span } from './span.js';
import { withoutCodeAndLinks } from './unmarked.js';

/** A citation marker in a text: `[2]`, `【7】`, `[1, 3–5]`. */
export interface Marker extends Span {
  /** The numbers that it names, from 1, merged; null where the window does not have every one of them. */
  readonly ranges: readonly NumberRange[] | null;
}

const range = String.raw`[\p{Pd}\u2212~\u301C\uFF5E\u2026]|\.{2,3}`;
const separator = String.raw`(?:\s*(?:[,;/&\u060C\u3001\uFF0C\uFF1B]|${range})\s*|\s+)`;
const numbers = String.raw`\s*\p{Nd}+(?:${separator}\p{Nd}+)*\s*`;
const marker = new RegExp(String.raw`\[(${numbers})\]|【(${numbers})】`, 'gu');
const entry = new RegExp(String.raw`(\p{Nd}+)(?:\s*(?:${range})\s*(\p{Nd}+))?`, 'gu');

/**
 * Every marker outside code and link texts, in order. A number is known only as ASCII 1…`known` without a leading
 * zero: what a console would not link is not a citation that anyone can follow.
 */
export function markersIn(text: string, known: number): Marker[] {
  return [...withoutCodeAndLinks(text).matchAll(marker)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    ranges: rangesOf(match[1] ?? match[2] ?? '', known),
  }));
}

function rangesOf(inside: string, known: number): NumberRange[] | null {
  const named: NumberRange[] = [];
  for (const [, from = '', to = from] of inside.matchAll(entry)) {
    const [first, last] = [numberOf(from, known), numberOf(to, known)];
    if (first === null || last === null || first > last) return null;
    named.push({ first, last });
  }
  return merged(named);
}

function numberOf(digits: string, known: number): number | null {
  const number = /^[1-9][0-9]*$/.test(digits) ? Number(digits) : Infinity;
  return number <= known ? number : null;
}
