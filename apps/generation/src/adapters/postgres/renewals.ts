import { type DataSource } from 'typeorm';

import { inBatches } from '../../in-batches.js';
import { type Claim } from '../../ports/job-queue.port.js';

/** Renews the leases of many jobs in one statement. Rows are locked in one order everywhere, or two batches could wait for each other. */
export function renewals(dataSource: DataSource, leaseMs: number): (claim: Claim) => Promise<boolean> {
  return inBatches(async (claims) => {
    const [rows] = await dataSource.query<[{ job_id: string; fencing_token: string }[], number]>(
      `update jobs set due_at = clock_timestamp() + $3 * interval '1 millisecond'
       from (
         select job.job_id
         from unnest($1::bigint[], $2::bigint[]) as held (job_id, fencing_token) join jobs job using (job_id, fencing_token)
         where job.state = 'CLAIMED' order by job.job_id for update of job
       ) as held
       where jobs.job_id = held.job_id
       returning jobs.job_id, jobs.fencing_token`,
      [claims.map(({ jobId }) => jobId), claims.map(({ fencingToken }) => fencingToken), leaseMs],
    );
    const kept = new Set(rows.map((row) => `${row.job_id}/${row.fencing_token}`));
    return claims.map(({ jobId, fencingToken }) => kept.has(`${jobId}/${fencingToken}`));
  });
}
