import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The sweep finds what waited in vain without passing over every question of 400 days. */
export class QuestionsAwaiting1796000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index questions_awaiting on questions (made_at) where state = 'AWAITING'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index questions_awaiting');
  }
}
