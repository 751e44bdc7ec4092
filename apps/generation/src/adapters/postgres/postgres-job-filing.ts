import { gathered, joinedBytes, prepared, type Transaction } from '#libs/event-flow';
import { type Digest } from '#libs/kernel';

import { type Job } from '../../domain/job.js';
import {
  type AnswerJob,
  type Filed,
  type Interaction,
  type JobFiling,
  type NewRepair,
} from '../../ports/job-filing.port.js';
import { markJobFiled } from './wake-on-commit.js';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

interface Asked {
  readonly job: Job;
  readonly timeMs: number;
}

const fileGathered = gathered(fileAll);

export const postgresJobFiling: JobFiling = {
  file: (tx, job, timeMs) => fileGathered(tx, { job, timeMs }),
  findAnswer,
  fileRepair,
};

/** One statement for all: while drafts are under way each statement waits its turn, and singly they would be overtaken. */
async function fileAll(tx: Transaction, asked: readonly Asked[]): Promise<Filed[]> {
  const rows = await tx.query<KeyColumns[]>(
    prepared(`insert into jobs (namespace, interaction_id, ordinal, channel, question_digest, traceparent, question, errors,
       state, deadline_at)
     select namespace, interaction_id, ordinal, channel, question_digest, traceparent,
       substr($10::bytea, start, length), errors, 'QUEUED',
       clock_timestamp() + time_ms * interval '1 millisecond'
     from unnest($1::text[], $2::text[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::bytea[], $8::bigint[],
       $9::integer[], $11::integer[]) with ordinality as job (namespace, interaction_id, ordinal, channel, question_digest, traceparent,
       errors, time_ms, start, length, position)
     order by position
     on conflict do nothing returning namespace, interaction_id, ordinal`),
    columnsOf(asked),
  );
  if (rows.length > 0) markJobFiled(tx);
  const fresh = new Set(rows.map((row) => nameOf(row.namespace, row.interaction_id, row.ordinal)));
  const filed: Filed[] = [];
  for (const { job } of asked) {
    // Twice in one statement: the first is filed, the second meets it.
    const isFiled = fresh.delete(nameOf(job.namespace, job.interactionId, job.ordinal));
    filed.push(isFiled ? 'filed' : await known(tx, job));
  }
  return filed;
}

interface KeyColumns {
  readonly namespace: string;
  readonly interaction_id: string;
  readonly ordinal: number;
}

const nameOf = (namespace: string, interactionId: string, ordinal: number) =>
  `${namespace}/${interactionId}/${ordinal}`;

function columnsOf(asked: readonly Asked[]): unknown[] {
  const questions = joinedBytes(asked.map(({ job }) => bytes(job.content.question)));
  const column = (read: (job: Job) => unknown) => asked.map(({ job }) => read(job));
  return [
    column(({ namespace }) => namespace),
    column(({ interactionId }) => interactionId),
    column(({ ordinal }) => ordinal),
    column(({ channel }) => channel),
    column(({ questionDigest }) => questionDigest),
    column(({ traceparent }) => traceparent ?? null),
    column(({ content }) => bytes(content.errors)),
    asked.map(({ timeMs }) => timeMs),
    questions.starts,
    questions.bytes,
    questions.lengths,
  ];
}

async function known(tx: Transaction, job: Job): Promise<Filed> {
  const [row] = await tx.query<{ question_digest: string }[]>(
    `select question_digest from jobs where namespace = $1 and interaction_id = $2 and ordinal = $3`,
    [job.namespace, job.interactionId, job.ordinal],
  );
  return row?.question_digest === job.questionDigest ? 'duplicate' : 'reused';
}

interface AnswerColumns {
  readonly channel: string;
  readonly question_digest: Digest;
  readonly draft_digest: Digest | null;
  readonly holds_content: boolean;
}

async function findAnswer(tx: Transaction, { namespace, interactionId }: Interaction): Promise<AnswerJob | undefined> {
  const [row] = await tx.query<AnswerColumns[]>(
    `select channel, question_digest, case when code is null then draft_digest end as draft_digest,
       question is not null as holds_content
     from jobs where namespace = $1 and interaction_id = $2 and ordinal = 0 for update`,
    [namespace, interactionId],
  );
  if (row === undefined) return undefined;
  const { channel, question_digest: questionDigest, draft_digest: draftDigest, holds_content: holdsContent } = row;
  return { channel, questionDigest, draftDigest, holdsContent };
}

async function fileRepair(tx: Transaction, repair: NewRepair): Promise<void> {
  const filed = await tx.query<unknown[]>(
    `insert into jobs (namespace, interaction_id, ordinal, channel, question_digest, traceparent, question, errors,
       state, deadline_at)
     select namespace, interaction_id, 1, channel, question_digest, $3, question, $4, 'QUEUED', deadline_at
     from jobs where namespace = $1 and interaction_id = $2 and ordinal = 0
     on conflict do nothing returning 1`,
    [repair.namespace, repair.interactionId, repair.traceparent ?? null, bytes(repair.errors)],
  );
  if (filed.length > 0) markJobFiled(tx);
}
