import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The audit of replays; of a question, where its record lies and which question it asks anew. */
export class Replays1796300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table questions
        add column replay_of text, add column record_partition integer, add column record_offset bigint`);
    await runner.query(`
      create table replays (
        id bigint generated always as identity,
        service text not null,
        dead_letter_partition integer not null,
        dead_letter_offset bigint not null,
        action text not null,
        namespace text,
        interaction_id text,
        operator_kind text not null,
        operator_id text not null,
        noted_at timestamptz not null default now(),
        constraint replays_pk primary key (id)
      )`);
    await runner.query(
      `create index replays_dead_letter on replays (service, dead_letter_partition, dead_letter_offset)`,
    );
    await runner.query(`create index replays_noted on replays (noted_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table replays');
    await runner.query(
      'alter table questions drop column replay_of, drop column record_partition, drop column record_offset',
    );
  }
}
