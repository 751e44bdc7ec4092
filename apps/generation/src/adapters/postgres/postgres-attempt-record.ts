import { type DataSource } from 'typeorm';

import { type DraftAttempt } from '#libs/contracts';
import { type Transaction } from '#libs/event-flow';

import { type AttemptRecord } from '../../ports/job-queue.port.js';

export function postgresAttemptRecord(dataSource: DataSource, leaseMs: number): AttemptRecord {
  return {
    begin: async ({ jobId, fencingToken }, number, profileId) => {
      const begun = await dataSource.query<unknown[]>(
        `with held as (
           update jobs set due_at = clock_timestamp() + $3 * interval '1 millisecond'
           where job_id = $1 and fencing_token = $2 and state = 'CLAIMED'
             and due_at > clock_timestamp() and deadline_at > clock_timestamp()
           returning job_id, fencing_token
         )
         insert into attempts (job_id, number, fencing_token, profile_id, state)
         select job_id, $4, fencing_token, $5, 'SENDING' from held returning 1`,
        [jobId, fencingToken, leaseMs, number, profileId],
      );
      return begun.length === 1;
    },
    receivedLate: async ({ jobId }, attempt) => {
      await dataSource.query(
        `update attempts set state = 'RECEIVED_LATE', code = null, ended_at = clock_timestamp(), latency_ms = $3,
           input_tokens = $4, output_tokens = $5, cost = $6, currency = $7
         where job_id = $1 and number = $2 and state in ('SENDING', 'UNOBSERVED')`,
        [jobId, attempt.number, attempt.latencyMs, ...usageColumns(attempt)],
      );
    },
  };
}

/** Ends an attempt that is still SENDING; one that came late meanwhile keeps what is known of it. */
export async function endAttempt(tx: Transaction, jobId: string, attempt: DraftAttempt): Promise<void> {
  await tx.query(
    `update attempts set state = $3, code = $4, ended_at = clock_timestamp(), latency_ms = $5, input_tokens = $6,
       output_tokens = $7, cost = $8, currency = $9
     where job_id = $1 and number = $2 and state = 'SENDING'`,
    [jobId, attempt.number, attempt.state, attempt.code, attempt.latencyMs, ...usageColumns(attempt)],
  );
}

const usageColumns = ({ usage }: DraftAttempt) => [usage.inputTokens, usage.outputTokens, usage.cost, usage.currency];
