import { type RecordPlace } from '#libs/contracts';
import { joinedBytes, prepared, type Transaction } from '#libs/event-flow';

import { isClosed } from '../../domain/question-life.js';
import { type InteractionId, type QuestionRecord } from '../../domain/question.js';
import { type QuestionChange } from '../../ports/question-store.port.js';
import { askedColumns, keyColumns, type KeyColumns, nameOf, namesOf } from './question-mapping.js';

/** A question as it was locked, and what becomes of it. */
export interface Move {
  readonly question: QuestionRecord;
  readonly change: QuestionChange;
}

/** Each move is a compare-and-set on the state that the caller knows; where one finds another state, none is made. */
export async function moveAll(tx: Transaction, moves: readonly Move[]): Promise<QuestionRecord[]> {
  const after = moves.map(afterMove);
  const [rows] = await tx.query<[KeyColumns[], number]>(
    prepared(`update questions set state = move.state, channel = move.channel, question_digest = move.question_digest,
       principal_kind = move.principal_kind, principal_id = move.principal_id, traceparent = move.traceparent,
       replay_of = move.replay_of, record_partition = move.record_partition, record_offset = move.record_offset,
       code = move.code, published = substr($18::bytea, move.start, move.length), holds_early = move.holds_early,
       deadline_at = coalesce(now() + move.deadline_in_ms * interval '1 millisecond', deadline_at),
       outcome_at = case when move.closed then coalesce(outcome_at, now()) end
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::integer[], $10::bigint[], $11::text[], $12::text[], $13::text[], $14::boolean[],
       $15::double precision[], $16::boolean[], $17::integer[], $19::integer[]) as move (namespace, interaction_id,
       channel, question_digest, principal_kind, principal_id, traceparent, replay_of, record_partition, record_offset,
       before, state, code, holds_early, deadline_in_ms, closed, start, length)
     where questions.namespace = move.namespace and questions.interaction_id = move.interaction_id
       and questions.state = move.before
     returning questions.namespace, questions.interaction_id`),
    columnsOf(moves, after),
  );
  assertMoved(moves, rows);
  return after;
}

function afterMove({ question, change }: Move): QuestionRecord {
  const { deadlineInMs: _, ...changed } = change;
  return { ...question, ...changed };
}

function columnsOf(moves: readonly Move[], after: readonly QuestionRecord[]): unknown[] {
  const published = joinedBytes(after.map(({ published }) => published));
  return [
    ...keyColumns(after),
    ...askedColumns(after.map(({ asked }) => asked)),
    moves.map(({ question: { state } }) => (state === 'ABSENT' ? 'AWAITING' : state)),
    after.map(({ state }) => state),
    after.map(({ code }) => code),
    after.map(({ holdsEarly }) => holdsEarly),
    moves.map(({ change: { deadlineInMs = null } }) => deadlineInMs),
    after.map(({ state }) => isClosed(state)),
    published.starts,
    published.bytes,
    published.lengths,
  ];
}

function assertMoved(moves: readonly Move[], rows: readonly KeyColumns[]): void {
  const moved = namesOf(rows);
  // Twice in one statement: the second found another state.
  const unmoved = moves.find(({ question }) => !moved.delete(nameOf(question)));
  if (unmoved) throw new Error(`a question left ${unmoved.question.state} while it was locked`);
}

/** Where the record of a question lies. */
export interface Location {
  readonly id: InteractionId;
  readonly record: RecordPlace;
}

export async function locateAll(tx: Transaction, locations: readonly Location[]): Promise<void[]> {
  await tx.query(
    prepared(`update questions set record_partition = record.partition, record_offset = record.position
     from unnest($1::text[], $2::text[], $3::integer[], $4::bigint[])
       as record (namespace, interaction_id, partition, position)
     where questions.namespace = record.namespace and questions.interaction_id = record.interaction_id`),
    [
      ...keyColumns(locations.map(({ id }) => id)),
      locations.map(({ record }) => record.partition),
      locations.map(({ record }) => record.offset),
    ],
  );
  return locations.map(() => undefined);
}
