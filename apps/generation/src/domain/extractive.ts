import { type Answer, type AnswerSource, type ContextWindow } from '#libs/contracts';

import { extractsOf, type Extract } from './extract.js';

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
  if (kept.length === 0) {
    const answer = { answer: insufficientKnowledge, entityCitations: [], documentationCitations: [], limitations };
    return { answer, answerSource: 'INSUFFICIENT_KNOWLEDGE' };
  }
  return { answer: answerOf(kept, limitations), answerSource: 'KNOWLEDGE_EXTRACTS' };
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

/** A source that does not fit is passed over; a shorter one after it may still fit. */
function within(extracts: readonly Extract[], budget: number): Extract[] {
  let left = budget;
  return extracts.filter(({ publishedBytes }) => {
    if (publishedBytes > left) return false;
    left -= publishedBytes;
    return true;
  });
}
