import { answerDraftedV1 } from '#libs/contracts';
import { direct, type Subscription } from '#libs/event-flow';

import { type AnswerDraftedParts, onAnswerDrafted } from './on-answer-drafted/on-answer-drafted.js';

/** event → slice */
export const subscriptions = (parts: AnswerDraftedParts): readonly Subscription[] => [
  direct(answerDraftedV1, onAnswerDrafted(parts)),
];
