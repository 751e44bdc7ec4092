import { type AnswerSource } from '#libs/contracts';

/** One fixed sentence for each source: what an answer rests on, in words that promise no more than was checked. */
export const notices: Readonly<Record<AnswerSource, string>> = {
  KNOWLEDGE_GROUNDED:
    'A model wrote this answer with sources at hand; no person has reviewed the answer or its citations.',
  KNOWLEDGE_EXTRACTS: 'This answer consists of labelled extracts of its sources.',
  MODEL_SUPPLEMENT: 'This answer rests on the general knowledge of a model and on no source.',
  MIXED_SOURCES:
    'A model wrote this answer with sources at hand and from its general knowledge; no person has reviewed the answer or its citations.',
  CLARIFICATION_REQUIRED: 'The question can be understood in more than one way; this text asks for clarification.',
  INSUFFICIENT_KNOWLEDGE: 'The sources at hand do not hold enough to answer this question.',
};
