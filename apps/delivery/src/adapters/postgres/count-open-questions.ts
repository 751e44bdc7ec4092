import { type DataSource } from 'typeorm';

/** Questions without an outcome, by state. */
export async function countOpenQuestions(dataSource: DataSource): Promise<ReadonlyMap<string, number>> {
  const rows = await dataSource.query<{ state: string; count: string }[]>(
    `select state, count(*) as count from questions where state in ('OPEN', 'DEFERRED') group by state`,
  );
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}
