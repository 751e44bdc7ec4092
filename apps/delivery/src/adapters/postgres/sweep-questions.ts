import { type DataSource } from 'typeorm';

/** What a sweep removed, in rows. */
export interface Swept {
  readonly contents: number;
  readonly early: number;
  readonly questions: number;
}

const contentKept = `interval '3 days'`;
const keysKept = `interval '400 days'`;

/** Rows of one statement, so that no lock is long. */
const slice = 5_000;

const sliceOf = (table: string, due: string): string =>
  `where ctid = any(array(select ctid from ${table} where ${due} limit ${slice} for update skip locked))`;
const deletion = (table: string, due: string): string => `delete from ${table} ${sliceOf(table, due)}`;

/** One slice each. Every condition has an index of its own: a sweep costs what it removes, not what the table holds. */
export const sweeps = {
  contents: `update questions set published = null
    ${sliceOf('questions', `published is not null and outcome_at < now() - ${contentKept}`)}`,
  early: deletion('early_arrivals', `came_at < now() - ${contentKept}`),
  late: deletion('late_outcomes', `came_at < now() - ${keysKept}`),
  replays: deletion('replays', `noted_at < now() - ${keysKept}`),
  awaiting: deletion('questions', `state = 'AWAITING' and made_at < now() - ${contentKept}`),
  closed: deletion('questions', `outcome_at is not null and made_at < now() - ${keysKept}`),
};

/**
 * Removes content 3 days after the outcome, and what waited as long for a question that never came; ids, codes and
 * digests stay for 400 days, longer than any topic, so that an id cannot be used again. Several instances may do it
 * at once.
 */
export async function sweepQuestions(dataSource: DataSource): Promise<Swept> {
  const contents = await inSlices(dataSource, sweeps.contents);
  const early = await inSlices(dataSource, sweeps.early);
  await inSlices(dataSource, sweeps.late);
  await inSlices(dataSource, sweeps.replays);
  const awaiting = await inSlices(dataSource, sweeps.awaiting);
  const closed = await inSlices(dataSource, sweeps.closed);
  return { contents, early, questions: awaiting + closed };
}

async function inSlices(dataSource: DataSource, statement: string): Promise<number> {
  for (let total = 0; ;) {
    const [, count] = await dataSource.query<[unknown, number]>(statement);
    total += count;
    if (count < slice) return total;
  }
}
