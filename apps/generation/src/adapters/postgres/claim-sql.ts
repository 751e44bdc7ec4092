const claimable = (job: string): string =>
  `(${job}.state = 'QUEUED' and ${job}.due_at <= clock_timestamp()
    or ${job}.state = 'CLAIMED' and ${job}.lease_until < clock_timestamp())`;

/**
 * Claims up to $2 jobs for worker $3 with a lease of $4 milliseconds. A namespace's first job comes before anyone's
 * second; among equals the namespaces after $1 come first, in the order of their bytes. A job whose deadline is over is
 * claimed too: it has to end.
 */
export const claimSql = `
  with ranked as materialized (
    select job_id, row_number() over (partition by namespace order by job_id) as turn
    from jobs open_job where open_job.state in ('QUEUED', 'CLAIMED') and ${claimable('open_job')}
  ), picked as materialized (
    select job.job_id, ranked.turn
    from ranked join jobs job using (job_id)
    where ${claimable('job')}
    order by ranked.turn, job.namespace collate "C" <= $1, job.namespace collate "C"
    limit $2
    for update of job skip locked
  )
  update jobs set state = 'CLAIMED', worker = $3, fencing_token = jobs.fencing_token + 1,
    lease_until = clock_timestamp() + $4 * interval '1 millisecond'
  from picked where jobs.job_id = picked.job_id
  returning jobs.*, picked.turn, clock_timestamp() as claimed_at,
    floor(extract(epoch from jobs.deadline_at - clock_timestamp()) * 1000) as remaining_ms`;
