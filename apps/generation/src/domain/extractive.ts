import { type Answer, type AnswerSource, type ContextWindow } from '#libs/contracts';

import { extractsOf, type Extract } from './extract.js';
import { within } from './within.js';

export interface Composed {
  readonly answer: Answer;
  readonly answerSource: AnswerSource;
}

/** Said where nothing may be said: fixed, so that it is nobody's claim. */
export const insufficientKnowledge = 'The sources that came with this question do not answer it.';
export const leftOutLimitation = 'Some sources were left out, because the answer would be too long.';

/**
 * Bytes of JSON that the extracts may take in what is published: the text stands there twice, whole and cut into parts,
 * within the 128 kB of the client topics.
 */
const budgetBytes = 100_000;

/** Labelled extracts in the window's order, each whole or not at all. It is a pure function: no model is asked. */
export function compose(window: ContextWindow): Composed {
  const all = extractsOf(window);
  const kept = within(all, budgetBytes);
  const limitations = kept.length < all.length ? [leftOutLimitation] : [];
  if (kept.length === 0) return insufficient(limitations);
  return { answer: answerOf(kept, limitations), answerSource: 'KNOWLEDGE_EXTRACTS' };
}

/** Nothing may be said, and this says so. */
export function insufficient(limitations: readonly string[] = []): Composed {
  const nothing = { entityCitations: [], documentationCitations: [], limitations: [...limitations] };
  return { answer: { answer: insufficientKnowledge, ...nothing }, answerSource: 'INSUFFICIENT_KNOWLEDGE' };
}

function answerOf(extracts: readonly Extract[], limitations: readonly string[]): Answer {
  const entities = extracts.flatMap(({ entity }) => (entity === null ? [] : [entity]));
  const unique = new Map(entities.map((entity) => [JSON.stringify([entity.documentType, entity.identity]), entity]));
  const documents = extracts.flatMap(({ document }) => (document === null ? [] : [document]));
  return {
    answer: extracts.map(({ paragraph }) => paragraph).join('\n\n'),
    entityCitations: [...unique.values()],
    documentationCitations: [...new Set(documents)],
    limitations: [...limitations],
  };
}
