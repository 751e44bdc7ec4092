import {
  type Answer,
  type AnswerCitation,
  type AnswerPart,
  type ContextWindow,
  type GenerationKind,
} from '#libs/contracts';

import { paragraphsOf } from './text/blocks.js';
import { type Marker, markersIn } from './text/markers.js';
import { publishedStrings } from './published-strings.js';

/**
 * Cuts the text at blank lines: a paragraph with a valid marker is `source`, one without is `model`; what was composed
 * without a model is `extract` throughout.
 */
export function partsOf(text: string, known: number, generationKind: GenerationKind): AnswerPart[] {
  const markers = markersIn(text, known);
  let next = 0;
  return paragraphsOf(text).map(({ start, end }) => {
    const first = next;
    while ((markers[next]?.end ?? Infinity) <= end) next += 1;
    const references = numbersOf(markers.slice(first, next));
    return { kind: kindOf(references, generationKind), text: text.slice(start, end), references };
  });
}

/** What each citation number of the answer and its limitations stands for, lowest first. */
export function citationsOf(answer: Answer, { references }: ContextWindow): AnswerCitation[] {
  const markers = publishedStrings(answer).flatMap(({ text }) => markersIn(text, references.length));
  return numbersOf(markers).flatMap((number) => {
    const reference = references[number - 1];
    if (reference === undefined) return [];
    const { entity, revision, digest, applicability } = reference;
    const { documentType, identity } = entity;
    return [{ number, entity: { documentType, identity }, revision, digest, applicability }];
  });
}

function kindOf(references: readonly number[], generationKind: GenerationKind): AnswerPart['kind'] {
  if (generationKind === 'DETERMINISTIC') return 'extract';
  return references.length > 0 ? 'source' : 'model';
}

function numbersOf(markers: readonly Marker[]): number[] {
  return [...new Set(markers.flatMap(({ numbers }) => numbers ?? []))].sort((a, b) => a - b);
}
