import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** One time says when a job may be claimed, and no claim or sweep reads rows that it does not take. */
export class JobsByDue1796200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update jobs set due_at = lease_until where state = 'CLAIMED'`);
    await runner.query(`alter table jobs drop column lease_until`);
    await runner.query(`drop index jobs_open`);
    await runner.query(`create index jobs_due on jobs (namespace, due_at, job_id) where state <> 'DONE'`);
    await runner.query(`create index jobs_content on jobs (done_at) where question is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index jobs_content`);
    await runner.query(`drop index jobs_due`);
    await runner.query(`create index jobs_open on jobs (state, namespace, job_id)`);
    await runner.query(`alter table jobs add column lease_until timestamptz`);
    await runner.query(`update jobs set lease_until = due_at where state = 'CLAIMED'`);
  }
}
