import { type Block, blocksOf } from './blocks.js';
import { codeAndLinkSpans } from './inline-spans.js';
import { type Span } from './span.js';

const nothing = '\u0000';

/**
 * The text with code spans, fenced code and link texts blanked out, unit for unit: what is left may hold markers.
 * Whether lines belong together depends on lists, quotes and headings; a unit is blanked only where the paragraph
 * as a whole and each line by itself agree. In doubt its markers are checked.
 */
export function withoutCodeAndLinks(text: string): string {
  if (!/[`~]|\]\(/.test(text)) return text;
  const blocks = blocksOf(text);
  const whole = covered(text.length, blocks, (block) => codeAndLinkSpans(text, block));
  const byLine = covered(text.length, blocks, ({ lines }) => lines.flatMap((line) => codeAndLinkSpans(text, line)));
  const left: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    const blank = isBlank(start);
    while (end < text.length && isBlank(end) === blank) end += 1;
    left.push(blank ? nothing.repeat(end - start) : text.slice(start, end));
  }
  return left.join('');

  function isBlank(at: number): boolean {
    return whole[at] === 1 && byLine[at] === 1;
  }
}

/** 1 for each unit that lies in fenced code or in one of the spans. */
function covered(length: number, blocks: readonly Block[], inline: (block: Block) => Span[]): Uint8Array {
  const units = new Uint8Array(length);
  for (const block of blocks) {
    for (const { start, end } of block.kind === 'fenced' ? [block] : inline(block)) units.fill(1, start, end);
  }
  return units;
}
