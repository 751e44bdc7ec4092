import { gathered, prepared, type Transaction } from '#libs/event-flow';

import { type InteractionId, type QuestionRecord } from '../../domain/question.js';
import { type QuestionStore } from '../../ports/question-store.port.js';
import { locateAll, type Location, moveAll, type Move } from './move-questions.js';
import { type NewQuestion, openAll } from './open-questions.js';
import { nameOf, keyColumns, type QuestionColumns, questionColumns, questionOf } from './question-mapping.js';

const openGathered = gathered<NewQuestion, boolean>(openAll, 'turn');
const lockOrMakeGathered = gathered<InteractionId, QuestionRecord>(lockOrMakeAll, 'turn');
const locateGathered = gathered<Location, void>(locateAll, 'turn');
const moveGathered = gathered<Move, QuestionRecord>(moveAll, 'turn');

/** What the slices of a batch ask for at once is one statement. */
export const postgresQuestionStore: QuestionStore = {
  open: (tx, id, asked, timeoutMs) => openGathered(tx, { id, asked, timeoutMs }),
  lockOrMake: lockOrMakeGathered,
  lock: async (tx, id) => (await lockAll(tx, [id])).get(nameOf(id)),
  locate: (tx, id, record) => locateGathered(tx, { id, record }),
  move: (tx, question, change) => moveGathered(tx, { question, change }),
};

/** The questions are nearly always there first, hence the order. */
async function lockOrMakeAll(tx: Transaction, ids: readonly InteractionId[]): Promise<QuestionRecord[]> {
  const found = await lockAll(tx, ids);
  const missing = ids.filter((id) => !found.has(nameOf(id)));
  const made = missing.length === 0 ? [] : await makeAll(tx, missing);
  const fresh = new Set(made.map(nameOf));
  for (const question of made) found.set(nameOf(question), question);
  const met = missing.filter((id) => !found.has(nameOf(id)));
  if (met.length > 0) for (const [name, question] of await lockAll(tx, met)) found.set(name, question);
  return ids.map((id) => {
    const question = found.get(nameOf(id));
    if (!question) throw new Error('a row in conflict was gone when it was to be locked');
    // Asked for twice at once: it is absent for the first alone.
    return fresh.delete(nameOf(id)) ? { ...question, state: 'ABSENT' } : question;
  });
}

/** Locks in the order of the keys, so that two batches do not wait for each other. */
async function lockAll(tx: Transaction, ids: readonly InteractionId[]): Promise<Map<string, QuestionRecord>> {
  const rows = await tx.query<QuestionColumns[]>(
    prepared(`select ${questionColumns} from questions
     where (namespace, interaction_id) in (select * from unnest($1::text[], $2::text[]))
     order by namespace, interaction_id for update`),
    keyColumns(ids),
  );
  return new Map(rows.map(questionOf).map((question) => [nameOf(question), question]));
}

async function makeAll(tx: Transaction, ids: readonly InteractionId[]): Promise<QuestionRecord[]> {
  const rows = await tx.query<QuestionColumns[]>(
    `insert into questions (namespace, interaction_id, state)
     select namespace, interaction_id, 'AWAITING' from unnest($1::text[], $2::text[]) as id (namespace, interaction_id)
     order by namespace, interaction_id
     on conflict do nothing returning ${questionColumns}`,
    keyColumns(ids),
  );
  return rows.map(questionOf);
}
