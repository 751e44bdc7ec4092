import { type DataSource } from 'typeorm';

/** What a sweep removed, in rows. */
export interface Swept {
  readonly contents: number;
  readonly responses: number;
  readonly jobs: number;
}

/** Rows of one statement, so that no lock is long. */
const slice = 2_000;

export const sweepContentSql = `
  with gone as (
    update jobs set question = null where job_id in (
      select job_id from jobs where question is not null and done_at < now() - interval '3 days'
      limit ${slice} for update skip locked)
    returning job_id
  ) select count(*) as rows from gone`;

export const sweepResponsesSql = `
  with gone as (
    update attempts set response = null where (job_id, number) in (
      select job_id, number from attempts where response is not null and ended_at < now() - interval '3 days'
      limit ${slice} for update skip locked)
    returning job_id
  ) select count(*) as rows from gone`;

const sweepJobsSql = `
  with gone as (
    delete from jobs where job_id in (
      select job_id from jobs where done_at < now() - interval '400 days' limit ${slice} for update skip locked)
    returning job_id
  ), with_them as (
    delete from attempts using gone where attempts.job_id = gone.job_id
  ) select count(*) as rows from gone`;

/** Removes content 3 days after the draft, and responses as long after their end; keys, digests and attempts stay for 400 days, longer than any topic. */
export async function sweepJobs(dataSource: DataSource): Promise<Swept> {
  const contents = await inSlices(dataSource, sweepContentSql);
  const responses = await inSlices(dataSource, sweepResponsesSql);
  const jobs = await inSlices(dataSource, sweepJobsSql);
  return { contents, responses, jobs };
}

async function inSlices(dataSource: DataSource, statement: string): Promise<number> {
  for (let total = 0; ;) {
    const [swept] = await dataSource.query<{ rows: string }[]>(statement);
    const rows = Number(swept?.rows);
    total += rows;
    if (rows < slice) return total;
  }
}
