import { type Answer, type ContextWindow, type EntityRef } from '#libs/contracts';

import { type Assessment } from './evidence.js';
import { jsonBytes, label } from './extract.js';
import { within } from './within.js';

/** Fixed sentences, so that asking back is nobody's claim; what follows them is data of the context. */
export const askWhich = 'Please say which of these the question is about:';
export const askWhichHolds = 'The sources contradict each other. Please say which of these holds:';
export const shortenedLimitation = 'The list was shortened, because it would be too long.';

interface Choice {
  readonly line: string;
  readonly entity: EntityRef;
  /** What it adds to a published answer, in bytes of JSON. */
  readonly publishedBytes: number;
}

/** Bytes of JSON that the list may take of a published answer. */
const budgetBytes = 100_000;

/** Asks back by a list: of what the question may be about, or of the sources that contradict each other. */
export function clarification({ candidates, contested }: Assessment, window: ContextWindow): Answer {
  const [sentence, all] =
    candidates.length > 0
      ? [askWhich, candidates.map(candidate)]
      : [askWhichHolds, contested.flatMap((each) => sides(each, window))];
  const listed = within(all, budgetBytes);
  const cited = new Map(listed.map(({ entity }) => [JSON.stringify([entity.documentType, entity.identity]), entity]));
  return {
    answer: [sentence, '', ...listed.map(({ line }) => line)].join('\n'),
    entityCitations: [...cited.values()],
    documentationCitations: [],
    limitations: listed.length < all.length ? [shortenedLimitation] : [],
  };
}

const candidate = (entity: EntityRef): Choice => choice(label(entity), entity, null);

/** Each reference with its revision and citation number; where no reference takes part, the entity alone. */
function sides({ entity, citations }: Assessment['contested'][number], { references }: ContextWindow): Choice[] {
  if (citations.length === 0) return [candidate(entity)];
  return citations.flatMap((number) => {
    const reference = references[number - 1];
    if (reference === undefined) return [];
    const { text: _text, ...citation } = reference;
    return [choice(`${label(reference.entity, reference.revision)} [${number}]`, entity, citation)];
  });
}

function choice(written: string, entity: EntityRef, citation: unknown): Choice {
  const line = `- ${written}`;
  return { line, entity, publishedBytes: 2 * jsonBytes(line) + jsonBytes(entity) + jsonBytes(citation) };
}
