import { type QuestionState } from '../domain/question-life.js';
import { type InteractionId, type QuestionRecord } from '../domain/question.js';

/** Reading for clients, outside any transaction. */
export interface QuestionViews {
  find(id: InteractionId): Promise<QuestionRecord | undefined>;
  /** The states of those of `ids` that have a row, for the streams that wait. */
  states(ids: readonly InteractionId[]): Promise<(InteractionId & { state: QuestionState })[]>;
}
