import { type DataSource } from 'typeorm';

import { type DraftAttempt } from '#libs/contracts';
import { prepared, type Transaction } from '#libs/event-flow';

import { inBatches } from '../../in-batches.js';
import { type AttemptRecord, type Claim } from '../../ports/job-queue.port.js';

interface Beginning {
  readonly claim: Claim;
  readonly number: number;
  readonly profileId: string;
}

export function postgresAttemptRecord(dataSource: DataSource, leaseMs: number): AttemptRecord {
  const begin = inBatches((all: readonly Beginning[]) => beginAll(dataSource, leaseMs, all));
  return {
    begin: (claim, number, profileId) => begin({ claim, number, profileId }),
    refused: ({ jobId }, attempt) => endAttempt(dataSource, jobId, attempt),
    receivedLate: async ({ jobId }, attempt) => {
      await dataSource.query(
        `update attempts set state = 'RECEIVED_LATE', code = null, ended_at = clock_timestamp(), latency_ms = $3,
           input_tokens = $4, output_tokens = $5, cost = $6, currency = $7, estimated = $8
         where job_id = $1 and number = $2 and state in ('SENDING', 'UNOBSERVED')`,
        [jobId, attempt.number, attempt.latencyMs, ...usageColumns(attempt)],
      );
    },
  };
}

/** One commit for all: each hears of its own SENDING only when it stands. Rows are locked in one order everywhere. */
async function beginAll(dataSource: DataSource, leaseMs: number, all: readonly Beginning[]): Promise<boolean[]> {
  const begun = await dataSource.query<{ job_id: string; fencing_token: string }[]>(
    prepared(`with held as (
       update jobs set due_at = clock_timestamp() + $5 * interval '1 millisecond'
       from (
         select job.job_id, wanted.number, wanted.profile_id
         from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::text[])
           as wanted (job_id, fencing_token, number, profile_id) join jobs job using (job_id, fencing_token)
         where job.state = 'CLAIMED' and job.due_at > clock_timestamp() and job.deadline_at > clock_timestamp()
         order by job.job_id for update of job
       ) as wanted
       where jobs.job_id = wanted.job_id
       returning jobs.job_id, jobs.fencing_token, wanted.number, wanted.profile_id
     )
     insert into attempts (job_id, number, fencing_token, profile_id, state)
     select job_id, number, fencing_token, profile_id, 'SENDING' from held returning job_id, fencing_token`),
    [
      all.map(({ claim }) => claim.jobId),
      all.map(({ claim }) => claim.fencingToken),
      all.map(({ number }) => number),
      all.map(({ profileId }) => profileId),
      leaseMs,
    ],
  );
  const stands = new Set(begun.map((row) => `${row.job_id}/${row.fencing_token}`));
  return all.map(({ claim }) => stands.has(`${claim.jobId}/${claim.fencingToken}`));
}

/** Ends an attempt that is still SENDING; one that came late meanwhile keeps what is known of it. */
export async function endAttempt(tx: Pick<Transaction, 'query'>, jobId: string, attempt: DraftAttempt): Promise<void> {
  await tx.query(
    `update attempts set state = $3, code = $4, ended_at = clock_timestamp(), latency_ms = $5, input_tokens = $6,
       output_tokens = $7, cost = $8, currency = $9, estimated = $10
     where job_id = $1 and number = $2 and state = 'SENDING'`,
    [jobId, attempt.number, attempt.state, attempt.code, attempt.latencyMs, ...usageColumns(attempt)],
  );
}

const usageColumns = ({ usage }: DraftAttempt) => [
  usage.inputTokens,
  usage.outputTokens,
  usage.cost,
  usage.currency,
  usage.estimated ?? false,
];
