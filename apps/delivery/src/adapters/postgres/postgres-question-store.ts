import { type RecordPlace } from '#libs/contracts';
import { type Transaction } from '#libs/event-flow';

import { isClosed } from '../../domain/question-life.js';
import { type Asked, type InteractionId, type QuestionRecord } from '../../domain/question.js';
import { type QuestionChange, type QuestionStore } from '../../ports/question-store.port.js';
import { type QuestionColumns, questionColumns, questionOf } from './question-mapping.js';

export const postgresQuestionStore: QuestionStore = { open, lockOrMake, lock, locate, move };

async function open(tx: Transaction, id: InteractionId, asked: Asked, timeoutMs: number): Promise<boolean> {
  const made = await tx.query<unknown[]>(
    `insert into questions (namespace, interaction_id, state, channel, question_digest, principal_kind, principal_id,
       traceparent, replay_of, record_partition, record_offset, deadline_at)
     values ($1, $2, 'OPEN', $3, $4, $5, $6, $7, $8, $9, $10, now() + $11 * interval '1 millisecond')
     on conflict do nothing returning 1`,
    [...keyOf(id), ...askedColumns(asked), timeoutMs],
  );
  return made.length > 0;
}

/** The question is nearly always there first, hence the order. */
async function lockOrMake(tx: Transaction, id: InteractionId): Promise<QuestionRecord> {
  const known = await lock(tx, id);
  if (known) return known;
  const made = await tx.query<QuestionColumns[]>(
    `insert into questions (namespace, interaction_id, state) values ($1, $2, 'AWAITING')
     on conflict do nothing returning ${questionColumns}`,
    keyOf(id),
  );
  if (made[0]) return { ...questionOf(made[0]), state: 'ABSENT' };
  const found = await lock(tx, id);
  if (!found) throw new Error('a row in conflict was gone when it was to be locked');
  return found;
}

async function lock(tx: Transaction, id: InteractionId): Promise<QuestionRecord | undefined> {
  const rows = await tx.query<QuestionColumns[]>(
    `select ${questionColumns} from questions where namespace = $1 and interaction_id = $2 for update`,
    keyOf(id),
  );
  return rows[0] && questionOf(rows[0]);
}

async function locate(tx: Transaction, id: InteractionId, { partition, offset }: RecordPlace): Promise<void> {
  await tx.query(
    `update questions set record_partition = $3, record_offset = $4 where namespace = $1 and interaction_id = $2`,
    [...keyOf(id), partition, offset],
  );
}

async function move(tx: Transaction, before: QuestionRecord, change: QuestionChange): Promise<QuestionRecord> {
  const { deadlineInMs = null, ...changed } = change;
  const after: QuestionRecord = { ...before, ...changed };
  const [, count] = await tx.query<[unknown, number]>(
    `update questions set state = $4, channel = $5, question_digest = $6, principal_kind = $7, principal_id = $8,
       traceparent = $9, replay_of = $10, record_partition = $11, record_offset = $12, code = $13, published = $14,
       holds_early = $15, deadline_at = coalesce(now() + $16 * interval '1 millisecond', deadline_at),
       outcome_at = case when $17 then coalesce(outcome_at, now()) end
     where namespace = $1 and interaction_id = $2 and state = $3`,
    [
      ...keyOf(before),
      before.state === 'ABSENT' ? 'AWAITING' : before.state,
      after.state,
      ...askedColumns(after.asked),
      after.code,
      after.published,
      after.holdsEarly,
      deadlineInMs,
      isClosed(after.state),
    ],
  );
  if (count !== 1) throw new Error(`a question left ${before.state} while it was locked`);
  return after;
}

const keyOf = ({ namespace, interactionId }: InteractionId) => [namespace, interactionId];

function askedColumns(asked: Asked | null): (string | number | null)[] {
  if (asked === null) return Array<null>(8).fill(null);
  const { channel, questionDigest, principal, traceparent, replayOf, record } = asked;
  const place = [record?.partition ?? null, record?.offset ?? null];
  return [channel, questionDigest, principal.kind, principal.id, traceparent, replayOf, ...place];
}
