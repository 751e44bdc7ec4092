import { type Composed } from './extractive.js';

/** Said where no form that the risk allows is left: fixed, so that it is nobody's claim. */
export const noActionSentence =
  'This question cannot be answered safely with the models that are there, so nothing was done.';

export const noAction: Composed = {
  answer: { answer: noActionSentence, entityCitations: [], documentationCitations: [], limitations: [] },
  answerSource: 'INSUFFICIENT_KNOWLEDGE',
};
