import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What a provider sent is kept for diagnosis, and usage says where it was estimated. */
export class RawResponses1796300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table attempts
        add column estimated boolean not null default false,
        add column response bytea,
        add column response_bytes bigint`);
    await runner.query(`create index attempts_content on attempts (ended_at) where response is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index attempts_content`);
    await runner.query(`alter table attempts drop column estimated, drop column response, drop column response_bytes`);
  }
}
