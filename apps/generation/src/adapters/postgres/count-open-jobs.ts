import { type DataSource } from 'typeorm';

export async function countOpenJobs(dataSource: DataSource): Promise<ReadonlyMap<string, number>> {
  const rows = await dataSource.query<{ state: string; jobs: string }[]>(
    `select state, count(*) as jobs from jobs where state in ('QUEUED', 'CLAIMED') group by state`,
  );
  return new Map(rows.map(({ state, jobs }) => [state, Number(jobs)]));
}
