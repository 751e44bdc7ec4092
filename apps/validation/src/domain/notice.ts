import { type AnswerSource } from '#libs/contracts';

/** One fixed sentence for each source: what an answer rests on, in words that promise no more than was checked. */
export const notices: Readonly<Record<AnswerSource, string>> = {
  KNOWLEDGE_GROUNDED:
    'A model wrote this answer with sources at hand; no person has reviewed the answer or its citations.',
  KNOWLEDGE_EXTRACTS: 'This answer consists of labelled extracts of its sources.',
  MODEL_SUPPLEMENT:
    'A model wrote this answer from its general knowledge: no statement of it is tied to a source. No person has reviewed it.',
  MIXED_SOURCES:
    'A model wrote this answer in part from sources and in part from its general knowledge: only paragraphs with a citation number name a source. No person has reviewed the answer or its citations.',
  CLARIFICATION_REQUIRED:
    'The question can be understood in more than one way, or its sources contradict each other: this text asks back.',
  INSUFFICIENT_KNOWLEDGE: 'The sources at hand do not hold enough to answer this question.',
};
