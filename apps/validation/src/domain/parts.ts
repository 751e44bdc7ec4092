import { type AnswerCitation, type AnswerPart, type ContextWindow, type GenerationKind } from '#libs/contracts';

import { paragraphsOf } from './text/blocks.js';
import { type Marker } from './text/markers.js';
import { merged, type NumberRange, sizeOf, spelledOut } from './text/number-ranges.js';

/** No event holds more of them: in JSON a number and its comma are two bytes, and 128 kB are the limit. */
const maxReferences = 65_536;

/**
 * Cuts the text at blank lines: a paragraph with a valid marker is `source`, one without is `model`; what was composed
 * without a model is `extract` throughout. undefined where the parts name more references than an event can hold.
 */
export function partsOf(
  text: string,
  markers: readonly Marker[],
  generationKind: GenerationKind,
): AnswerPart[] | undefined {
  const cut = paragraphsOf(text).map(({ start, end }) => ({ text: text.slice(start, end), end }));
  let next = 0;
  const parts = cut.map((paragraph) => {
    const first = next;
    while ((markers[next]?.end ?? Infinity) <= paragraph.end) next += 1;
    return { text: paragraph.text, ranges: rangesOf(markers.slice(first, next)) };
  });
  const named = parts.reduce((sum, { ranges }) => sum + sizeOf(ranges), 0);
  if (named > maxReferences) return undefined;
  return parts.map(({ text: written, ranges }) => {
    const references = spelledOut(ranges);
    return { kind: kindOf(references, generationKind), text: written, references };
  });
}

/** What each citation number stands for, lowest first. */
export function citationsOf(markers: readonly Marker[], { references }: ContextWindow): AnswerCitation[] {
  return spelledOut(rangesOf(markers)).flatMap((number) => {
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

const rangesOf = (markers: readonly Marker[]): NumberRange[] => merged(markers.flatMap(({ ranges }) => ranges ?? []));
