import { type DraftAttempt } from '#libs/contracts';
import { prepared, type Transaction } from '#libs/event-flow';

import { type Claim, type JobEnd } from '../../ports/job-queue.port.js';

interface Finished {
  readonly claim: Claim;
  readonly end: JobEnd;
}

/**
 * Ends jobs, and the last attempt of each with it, in one statement. A job that another worker holds by now is left as
 * it is, and so is an attempt that came late meanwhile. Rows are locked in one order everywhere.
 */
export async function finishJobs(tx: Transaction, all: readonly Finished[]): Promise<boolean[]> {
  const rows = await tx.query<{ job_id: string; fencing_token: string }[]>(
    prepared(`with wanted as (
       select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::smallint[], $6::text[], $7::text[],
           $8::bigint[], $9::bigint[], $10::bigint[], $11::text[], $12::text[])
         as wanted (job_id, fencing_token, draft_digest, code, number, attempt_state, attempt_code,
           latency_ms, input_tokens, output_tokens, cost, currency)
     ), held as (
       select wanted.* from wanted join jobs job using (job_id, fencing_token)
       where job.state = 'CLAIMED' order by job.job_id for update of job
     ), done as (
       update jobs set state = 'DONE', worker = null, draft_digest = held.draft_digest, code = held.code,
         done_at = clock_timestamp()
       from held where jobs.job_id = held.job_id
       returning jobs.job_id, jobs.fencing_token
     ), ended as (
       update attempts set state = held.attempt_state, code = held.attempt_code, ended_at = clock_timestamp(),
         latency_ms = held.latency_ms, input_tokens = held.input_tokens, output_tokens = held.output_tokens,
         cost = held.cost, currency = held.currency
       from held where attempts.job_id = held.job_id and attempts.number = held.number and attempts.state = 'SENDING'
     ) select job_id, fencing_token from done`),
    columnsOf(all),
  );
  const kept = new Set(rows.map((row) => `${row.job_id}/${row.fencing_token}`));
  return all.map(({ claim }) => kept.has(`${claim.jobId}/${claim.fencingToken}`));
}

function columnsOf(all: readonly Finished[]): unknown[][] {
  const ofAttempt = (read: (attempt: DraftAttempt) => unknown) =>
    all.map(({ end: { attempt } }) => (attempt === null ? null : read(attempt)));
  return [
    all.map(({ claim }) => claim.jobId),
    all.map(({ claim }) => claim.fencingToken),
    all.map(({ end }) => end.draftDigest),
    all.map(({ end }) => end.code),
    ofAttempt(({ number }) => number),
    ofAttempt(({ state }) => state),
    ofAttempt(({ code }) => code),
    ofAttempt(({ latencyMs }) => latencyMs),
    ofAttempt(({ usage }) => usage.inputTokens),
    ofAttempt(({ usage }) => usage.outputTokens),
    ofAttempt(({ usage }) => usage.cost),
    ofAttempt(({ usage }) => usage.currency),
  ];
}
