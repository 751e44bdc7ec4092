import { type Block, blocksOf } from './blocks.js';
import { codeAndLinkSpans } from './inline-spans.js';
import { type Span } from './span.js';

const nothing = '\u0000';

/**
 * The text with code spans, fenced code and link texts blanked out, unit for unit: what is left may hold markers.
 * Whether lines belong together depends on lists, quotes and headings; a stretch is blanked only where the paragraph
 * as a whole and each line by itself agree. In doubt its markers are checked.
 */
export function withoutCodeAndLinks(text: string): string {
  if (!/[`~]|\]\(/.test(text)) return text;
  const blocks = blocksOf(text);
  const whole = blankOut(text, blocks, (block) => codeAndLinkSpans(text, block));
  const byLine = blankOut(text, blocks, ({ lines }) => lines.flatMap((line) => codeAndLinkSpans(text, line)));
  let left = '';
  for (let at = 0; at < text.length; at += 1) left += whole[at] === byLine[at] ? whole[at] : text[at];
  return left;
}

function blankOut(text: string, blocks: readonly Block[], inline: (block: Block) => Span[]): string {
  let left = '';
  let from = 0;
  const spans = blocks.flatMap((block) => (block.kind === 'fenced' ? [block] : inline(block)));
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    if (end <= from) continue;
    left += text.slice(from, start) + nothing.repeat(end - Math.max(start, from));
    from = end;
  }
  return left + text.slice(from);
}
