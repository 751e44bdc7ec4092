import { type Answer, type ContextWindow } from '#libs/contracts';

import { reference } from './drafts-in-spec.js';

/** One response that spends what it may on making a check slow, and what becomes of it. */
export interface HostileAnswer {
  readonly content: string;
  /** `kind` or `kind code` of the decision. */
  readonly decision: string;
}

/** UTF-8 bytes of a response that generation would still hand over. */
const room = 256 * 1024;
const fill = (piece: string, bytes = room - 200): string => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));
const list = <T>(item: (index: number) => T, length: number): T[] => Array.from({ length }, (_none, at) => item(at));
const contract = (more: Partial<Answer>): string =>
  JSON.stringify({ answer: 'x', entityCitations: [], documentationCitations: [], limitations: [], ...more });
const inText = (piece: string): string => contract({ answer: fill(piece, (room - 200) * shareOf(piece)) });
/** JSON makes some text longer. */
const shareOf = (piece: string): number => Buffer.byteLength(piece) / (Buffer.byteLength(JSON.stringify(piece)) - 2);
const unknown = (identity: string) => ({ documentType: 'x', identity });

export const manyReferences = 1100;
export const wideWindow: ContextWindow = {
  entities: [],
  fragments: [],
  references: list((at) => reference(`r-${at}`), manyReferences),
};

const tooLarge = 'reject answer.too_large';
const badMarker = 'reject reference.unknown_marker';
const tooLong = 'repair schema.contract';
const nested = 'reject parse.too_deep';

/** Every one fits the window of `wideWindow`. Too large to be published is told by the event, not by the decision. */
export const hostileAnswers: Readonly<Record<string, HostileAnswer>> = {
  'one marker of many ranges': {
    content: contract({ answer: `[${list(() => `1-${manyReferences}`, 37_000).join(',')}]` }),
    decision: tooLarge,
  },
  'a wide range in each paragraph': { content: inText(`[1-${manyReferences}]\n\n`), decision: tooLarge },
  'unknown markers': { content: inText('[0]'), decision: badMarker },
  'full-width digits': { content: inText('[１]'), decision: badMarker },
  'a full-width number of many digits': { content: contract({ answer: `[${fill('１')}]` }), decision: badMarker },
  'numbers that no bracket closes': { content: inText('[1 '), decision: tooLarge },
  'spaces between two numbers': { content: contract({ answer: `[1${fill(' ')}1` }), decision: tooLarge },
  'link titles that nothing closes': { content: inText('[](a ('), decision: tooLarge },
  'link titles in quotes': { content: inText(`[](a "[](a '`), decision: tooLarge },
  'link targets that nothing closes': { content: inText(']('), decision: tooLarge },
  'open link targets around whole ones': { content: inText('[](<b)'), decision: tooLarge },
  'links in links': { content: inText('[[[[](a'), decision: tooLarge },
  '40 000 links': { content: inText('[](a)'), decision: tooLarge },
  'brackets alone': { content: inText('['), decision: tooLarge },
  escapes: { content: inText('\\'), decision: tooLarge },
  'code spans': { content: inText('`a``'), decision: tooLarge },
  'one giant code fence': { content: contract({ answer: `\`\`\`\n${fill('[0]`](')}` }), decision: tooLarge },
  'a fence on each line': { content: inText('```\n'), decision: tooLarge },
  'a fence of many backticks': {
    content: contract({ answer: `${fill('`', 100_000)}${fill('a ', 100_000)}\`` }),
    decision: tooLarge,
  },
  lines: { content: inText('\n'), decision: 'reject envelope.empty' },
  paragraphs: { content: inText('a\n\n'), decision: tooLarge },
  'limitations times unknown citations': {
    content: contract({ limitations: list(() => '', 30_000), entityCitations: list((at) => unknown(`${at}`), 3_000) }),
    decision: tooLong,
  },
  'many limitations': { content: contract({ limitations: list(() => '', 80_000) }), decision: tooLong },
  'many unknown documents': {
    content: contract({ documentationCitations: list(() => 'n', 60_000) }),
    decision: tooLong,
  },
  'many unknown entities beside a long text': {
    content: contract({ answer: fill('a', 150_000), entityCitations: list((at) => unknown(`b-${at}`), 1_000) }),
    decision: 'reject check.broken',
  },
  'one long unknown entity beside a long text': {
    content: contract({ answer: fill('a', 130_000), entityCitations: [unknown(`b${fill('a', 60_000)}`)] }),
    decision: 'reject check.broken',
  },
  'one long unknown document beside a long text': {
    content: contract({ answer: fill('a', 130_000), documentationCitations: [`b${fill('a', 60_000)}`] }),
    decision: 'reject documentation.unknown_citation',
  },
  'combining marks out of order beside an unknown entity': {
    content: contract({ answer: `a${fill('\u0301\u0323', 200_000)}`, entityCitations: [unknown('b')] }),
    decision: 'reject check.broken',
  },
  'combining marks out of order beside an unknown document': {
    content: contract({ answer: `a${fill('\u0301\uff9e', 200_000)}`, documentationCitations: ['b'] }),
    decision: 'reject documentation.unknown_citation',
  },
  'ligatures that grow, beside an unknown entity': {
    content: contract({ answer: fill('\ufdfa', 200_000), entityCitations: [unknown('b')] }),
    decision: tooLarge,
  },
  'brackets of arrays': { content: '['.repeat(room), decision: nested },
  'empty arrays': { content: `[${fill('[],')}0]`, decision: tooLong },
  numbers: { content: `[${fill('0,')}0]`, decision: tooLong },
  'a number of many digits': { content: fill('1'), decision: 'repair parse.unsafe_number' },
  'many members': { content: `{${list((at) => `"${at}":0`, 25_000).join(',')}}`, decision: tooLong },
  'escapes in a string': { content: `"${fill('\\n')}"`, decision: tooLong },
  'a string that nothing closes': { content: `{"answer":"${fill('\\n')}`, decision: 'repair parse.not_json' },
  'an opening in prose': { content: `a ${fill('{')}`, decision: 'repair parse.not_json' },
};
