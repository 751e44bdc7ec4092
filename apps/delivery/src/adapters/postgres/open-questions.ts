import { prepared, type Transaction } from '#libs/event-flow';

import { type Asked, type InteractionId } from '../../domain/question.js';
import { askedColumns, keyColumns, type KeyColumns, nameOf, namesOf } from './question-mapping.js';

/** A question as it is opened. */
export interface NewQuestion {
  readonly id: InteractionId;
  readonly asked: Asked;
  readonly timeoutMs: number;
}

/** Opens those whose id has no row, in the order of the keys; says of each whether it did. */
export async function openAll(tx: Transaction, questions: readonly NewQuestion[]): Promise<boolean[]> {
  const rows = await tx.query<KeyColumns[]>(
    prepared(`insert into questions (namespace, interaction_id, state, channel, question_digest, principal_kind, principal_id,
       traceparent, replay_of, record_partition, record_offset, deadline_at)
     select namespace, interaction_id, 'OPEN', channel, question_digest, principal_kind, principal_id, traceparent,
       replay_of, record_partition, record_offset, now() + timeout_ms * interval '1 millisecond'
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::integer[], $10::bigint[], $11::bigint[]) with ordinality as question (namespace, interaction_id, channel,
       question_digest, principal_kind, principal_id, traceparent, replay_of, record_partition, record_offset,
       timeout_ms, position)
     order by namespace, interaction_id, position
     on conflict do nothing returning namespace, interaction_id`),
    [
      ...keyColumns(questions.map(({ id }) => id)),
      ...askedColumns(questions.map(({ asked }) => asked)),
      questions.map(({ timeoutMs }) => timeoutMs),
    ],
  );
  const opened = namesOf(rows);
  // Twice in one statement: the first is opened, the second meets it.
  return questions.map(({ id }) => opened.delete(nameOf(id)));
}
