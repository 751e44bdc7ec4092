import { type MigrationInterface, type QueryRunner } from 'typeorm';

export class GenerationTables1796000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table jobs (
        job_id bigint generated always as identity,
        namespace text not null,
        interaction_id text not null,
        ordinal smallint not null,
        channel text not null,
        question_digest text not null,
        traceparent text,
        question bytea,
        errors bytea not null,
        state text not null,
        filed_at timestamptz not null default now(),
        deadline_at timestamptz not null,
        due_at timestamptz not null default now(),
        worker text,
        fencing_token bigint not null default 0,
        lease_until timestamptz,
        draft_digest text,
        code text,
        done_at timestamptz,
        constraint jobs_pk primary key (job_id),
        constraint jobs_key unique (namespace, interaction_id, ordinal)
      )`);
    await runner.query(`create index jobs_open on jobs (state, namespace, job_id)`);
    await runner.query(`create index jobs_done on jobs (done_at)`);
    await runner.query(`
      create table attempts (
        job_id bigint not null,
        number smallint not null,
        fencing_token bigint not null,
        profile_id text not null,
        state text not null,
        code text,
        sent_at timestamptz not null default now(),
        ended_at timestamptz,
        latency_ms bigint,
        input_tokens bigint,
        output_tokens bigint,
        cost text,
        currency text,
        constraint attempts_pk primary key (job_id, number)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table attempts`);
    await runner.query(`drop table jobs`);
  }
}
