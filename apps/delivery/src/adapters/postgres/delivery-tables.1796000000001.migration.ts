import { type MigrationInterface, type QueryRunner } from 'typeorm';

export class DeliveryTables1796000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table questions (
        namespace text not null,
        interaction_id text not null,
        state text not null,
        channel text,
        question_digest text,
        principal_kind text,
        principal_id text,
        traceparent text,
        deadline_at timestamptz,
        code text,
        published bytea,
        holds_early boolean not null default false,
        made_at timestamptz not null default now(),
        outcome_at timestamptz,
        constraint questions_pk primary key (namespace, interaction_id)
      )`);
    await runner.query(
      `create index questions_deadline on questions (deadline_at) where state in ('OPEN', 'DEFERRED')`,
    );
    await runner.query(`create index questions_published on questions (outcome_at) where published is not null`);
    await runner.query(`create index questions_made on questions (made_at)`);
    await runner.query(`
      create table early_arrivals (
        namespace text not null,
        interaction_id text not null,
        question_digest text not null,
        place text not null,
        arrival bytea not null,
        came_at timestamptz not null default now(),
        constraint early_arrivals_pk primary key (namespace, interaction_id, question_digest, place)
      )`);
    await runner.query(`create index early_arrivals_came on early_arrivals (came_at)`);
    await runner.query(`
      create table late_outcomes (
        id bigint generated always as identity,
        namespace text not null,
        interaction_id text not null,
        happening text not null,
        question_digest text not null,
        arrival_digest text not null,
        code text not null,
        came_at timestamptz not null default now(),
        constraint late_outcomes_pk primary key (id)
      )`);
    await runner.query(`create index late_outcomes_question on late_outcomes (namespace, interaction_id)`);
    await runner.query(`create index late_outcomes_came on late_outcomes (came_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table late_outcomes');
    await runner.query('drop table early_arrivals');
    await runner.query('drop table questions');
  }
}
