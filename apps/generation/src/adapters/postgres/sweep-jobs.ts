import { type DataSource } from 'typeorm';

/** What a sweep removed, in rows. */
export interface Swept {
  readonly contents: number;
  readonly jobs: number;
}

const contentKept = `interval '3 days'`;
const keysKept = `interval '400 days'`;

/** Removes content 3 days after the draft; keys, digests and attempts stay for 400 days, longer than any topic. */
export async function sweepJobs(dataSource: DataSource): Promise<Swept> {
  const count = async (sql: string) => (await dataSource.query<[unknown, number]>(sql))[1];
  const contents = await count(
    `update jobs set question = null where question is not null and done_at < now() - ${contentKept}`,
  );
  await count(
    `delete from attempts using jobs where attempts.job_id = jobs.job_id and jobs.done_at < now() - ${keysKept}`,
  );
  const jobs = await count(`delete from jobs where done_at < now() - ${keysKept}`);
  return { contents, jobs };
}
