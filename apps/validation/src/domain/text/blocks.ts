import { type Span } from './span.js';

/** A stretch of Markdown between blank lines, or fenced code. */
export interface Block extends Span {
  readonly kind: 'fenced' | 'paragraph';
  readonly lines: readonly Span[];
}

const openFence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const closeFence = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

/** Cuts a text at blank lines and fences (CommonMark 0.31, section 4.5); a fence that nothing closes runs to the end. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: Span[] = [];
  let fence: string | undefined;
  const finish = (): void => {
    const [first, last] = [lines[0], lines.at(-1)];
    const kind = fence === undefined ? 'paragraph' : 'fenced';
    if (first && last) blocks.push({ kind, start: first.start, end: last.end, lines });
    lines = [];
  };
  for (const line of linesOf(text)) {
    const written = text.slice(line.start, line.end);
    const opened = fence === undefined ? openFence.exec(written)?.[1] : undefined;
    if (opened !== undefined || (fence === undefined && isBlankLine(written))) finish();
    fence = opened ?? fence;
    if (fence !== undefined || !isBlankLine(written)) lines.push(line);
    if (fence !== undefined && opened === undefined && closes(written, fence)) {
      finish();
      fence = undefined;
    }
  }
  finish();
  return blocks;
}

/** The text cut at blank lines alone, fences or not; without the blank lines. */
export function paragraphsOf(text: string): Span[] {
  const paragraphs: Span[] = [];
  let joins = false;
  for (const line of linesOf(text)) {
    const blank = isBlankLine(text.slice(line.start, line.end));
    const before = joins && !blank ? paragraphs.pop() : undefined;
    if (!blank) paragraphs.push({ start: before?.start ?? line.start, end: line.end });
    joins = !blank;
  }
  return paragraphs;
}

/** Lines without their ends: `\n`, `\r\n` or `\r`. */
function linesOf(text: string): Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (const { 0: ending, index } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: index });
    start = index + ending.length;
  }
  lines.push({ start, end: text.length });
  return lines;
}

const isBlankLine = (line: string): boolean => !/[^ \t]/.test(line);

function closes(line: string, fence: string): boolean {
  const closing = closeFence.exec(line)?.[1];
  return closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length;
}
