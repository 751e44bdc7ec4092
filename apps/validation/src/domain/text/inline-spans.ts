import { endOfLinkTarget } from './link-target.js';
import { type Span } from './span.js';

/** Code spans and link texts of one stretch of inline Markdown, by CommonMark 0.31 sections 6.1 and 6.3. */
export function codeAndLinkSpans(text: string, block: Span): Span[] {
  const spans: Span[] = [];
  const closingRun = codeRuns(text, block);
  let open: number[] = [];
  for (let at = block.start; at < block.end;) {
    const character = text[at];
    let end: number | undefined;
    if (character === '\\') end = at + 2;
    if (character === '`') {
      const length = runLength(text, at, block.end);
      const closing = closingRun(length, at + length);
      if (closing !== undefined) spans.push({ start: at, end: closing });
      end = closing ?? at + length;
    }
    if (character === '[') open.push(at);
    const start = character === ']' ? open.pop() : undefined;
    if (start !== undefined) end = endOfLinkTarget(text, at + 1, block.end);
    if (start !== undefined && end !== undefined) {
      spans.push({ start, end });
      // A link holds no other link: brackets that are still open around it are plain text.
      open = [];
    }
    at = end ?? at + 1;
  }
  return spans;
}

/** Answers where the next run of exactly so many backticks ends; asked with growing positions, in linear time. */
function codeRuns(text: string, block: Span): (length: number, from: number) => number | undefined {
  const starts = new Map<number, number[]>();
  for (let at = block.start; at < block.end; at += 1) {
    if (text[at] !== '`') continue;
    const length = runLength(text, at, block.end);
    const runs = starts.get(length);
    if (runs === undefined) starts.set(length, [at]);
    else runs.push(at);
    at += length;
  }
  const next = new Map<number, number>();
  return (length, from) => {
    const runs = starts.get(length) ?? [];
    let index = next.get(length) ?? 0;
    while ((runs[index] ?? Infinity) < from) index += 1;
    next.set(length, index);
    const start = runs[index];
    return start === undefined ? undefined : start + length;
  };
}

function runLength(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text[at] === '`') at += 1;
  return at - from;
}
