import { type RecordPlace } from '#libs/contracts';
import { type Transaction } from '#libs/event-flow';

import { type QuestionState } from '../domain/question-life.js';
import { type Asked, type InteractionId, type QuestionRecord } from '../domain/question.js';

/** What a move changes; a member that is left out stays as it is. */
export interface QuestionChange {
  readonly state: Exclude<QuestionState, 'ABSENT'>;
  readonly asked?: Asked;
  /** Milliseconds from now by the database's clock. */
  readonly deadlineInMs?: number;
  readonly code?: string | null;
  readonly published?: Buffer;
  readonly holdsEarly?: boolean;
}

/** One row a question, locked before it is read and moved by compare-and-set. */
export interface QuestionStore {
  /** Opens the row of a question, in OPEN; false where its id has a row already. */
  open(tx: Transaction, id: InteractionId, asked: Asked, timeoutMs: number): Promise<boolean>;
  /** Locks the row; a missing one is made, and is ABSENT for this one caller. */
  lockOrMake(tx: Transaction, id: InteractionId): Promise<QuestionRecord>;
  lock(tx: Transaction, id: InteractionId): Promise<QuestionRecord | undefined>;
  /** Keeps where the record of a question lies. */
  locate(tx: Transaction, id: InteractionId, record: RecordPlace): Promise<void>;
  /** @throws where the row is not in the state that the caller locked it in: that is a bug */
  move(tx: Transaction, question: QuestionRecord, change: QuestionChange): Promise<QuestionRecord>;
}
