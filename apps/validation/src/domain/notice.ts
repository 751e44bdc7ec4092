import { type AnswerSource } from '#libs/contracts';

/** One fixed sentence for each source: what an answer rests on, in words that promise no more than was checked. */
export const notices: Readonly<Record<AnswerSource, string>> = {
  KNOWLEDGE_GROUNDED: 'This answer was written from the sources that it cites; no person has reviewed its citations.',
  KNOWLEDGE_EXTRACTS: 'This answer consists of labelled extracts of its sources.',
  MODEL_SUPPLEMENT: 'This answer rests on the general knowledge of a model and on no source.',
  MIXED_SOURCES:
    'Parts of this answer were written from the sources that they cite; the others rest on the general knowledge of a model.',
  CLARIFICATION_REQUIRED: 'The question can be understood in more than one way; this text asks for clarification.',
  INSUFFICIENT_KNOWLEDGE: 'The sources at hand do not hold enough to answer this question.',
};
