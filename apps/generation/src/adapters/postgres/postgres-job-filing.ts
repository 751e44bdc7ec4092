import { type Transaction } from '#libs/event-flow';
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

export const postgresJobFiling: JobFiling = { file, findAnswer, fileRepair };

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

async function file(tx: Transaction, job: Job, timeMs: number): Promise<Filed> {
  const filed = await tx.query<unknown[]>(
    `insert into jobs (namespace, interaction_id, ordinal, channel, question_digest, traceparent, question, errors,
       state, deadline_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'QUEUED', clock_timestamp() + $9 * interval '1 millisecond')
     on conflict do nothing returning 1`,
    [
      job.namespace,
      job.interactionId,
      job.ordinal,
      job.channel,
      job.questionDigest,
      job.traceparent ?? null,
      bytes(job.content.question),
      bytes(job.content.errors),
      timeMs,
    ],
  );
  if (filed.length === 0) return known(tx, job);
  markJobFiled(tx);
  return 'filed';
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
