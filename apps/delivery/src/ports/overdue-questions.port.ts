import { type Transaction } from '#libs/event-flow';

import { type QuestionRecord } from '../domain/question.js';

/** Open questions whose time is up by the database's clock. */
export interface OverdueQuestions {
  any(): Promise<boolean>;
  /** Locks at most `limit` of those that are overdue by more than `graceMs`, passing over what others hold. */
  lock(tx: Transaction, graceMs: number, limit: number): Promise<QuestionRecord[]>;
}
