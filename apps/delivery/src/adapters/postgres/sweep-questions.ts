import { type DataSource } from 'typeorm';

/** What a sweep removed, in rows. */
export interface Swept {
  readonly contents: number;
  readonly early: number;
  readonly questions: number;
}

const contentKept = `interval '3 days'`;
const keysKept = `interval '400 days'`;

/**
 * Removes content 3 days after the outcome, and what waited as long for a question that never came; ids, codes and
 * digests stay for 400 days, longer than any topic, so that an id cannot be used again.
 */
export async function sweepQuestions(dataSource: DataSource): Promise<Swept> {
  const count = async (sql: string) => (await dataSource.query<[unknown, number]>(sql))[1];
  const contents = await count(
    `update questions set published = null where published is not null and outcome_at < now() - ${contentKept}`,
  );
  const early = await count(`delete from early_arrivals where came_at < now() - ${contentKept}`);
  await count(`delete from late_outcomes where came_at < now() - ${keysKept}`);
  const questions = await count(
    `delete from questions where made_at < now() - ${contentKept} and state = 'AWAITING'
       or made_at < now() - ${keysKept} and outcome_at is not null`,
  );
  return { contents, early, questions };
}
