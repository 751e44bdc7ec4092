/** Jobs that are looked at beyond those that are wanted: others may be taking the first ones just now. */
const ahead = 32;

const claimable = (job: string): string =>
  `${job}.state <> 'DONE' and ${job}.due_at <= now() and ${job}.job_id <> all($5)`;

const inTurn = `order by turn, namespace collate "C" <= $1, namespace collate "C"`;

/**
 * Claims up to $2 jobs for worker $3 with a lease of $4 milliseconds, none of $5 among them. A namespace's first job comes before anyone's
 * second; among equals the namespaces after $1 come first, in the order of their bytes. A job whose deadline is over is
 * claimed too: it has to end. The index `jobs_due` gives the namespaces one by one and the first jobs of each, so that
 * the cost does not grow with what waits; hence now() and not the clock itself, which an index cannot be searched for.
 */
export const claimSql = `
  with recursive places as (
    (select namespace from jobs where state <> 'DONE' order by namespace limit 1)
    union all
    select (select jobs.namespace from jobs where state <> 'DONE' and jobs.namespace > places.namespace
      order by jobs.namespace limit 1)
    from places where places.namespace is not null
  ), ranked as (
    select early.*, places.namespace,
      row_number() over (partition by places.namespace order by early.due_at, early.job_id) as turn
    from places cross join lateral (
      select job.job_id, job.due_at from jobs job
      where job.namespace = places.namespace and ${claimable('job')}
      order by job.due_at, job.job_id limit $2 + ${ahead}
    ) early
  ), wanted as materialized (
    select job_id, turn, row_number() over (${inTurn}) as place from ranked ${inTurn} limit $2 + ${ahead}
  ), picked as materialized (
    select job.job_id, wanted.turn
    from wanted join jobs job using (job_id)
    where ${claimable('job')}
    order by wanted.place
    limit $2
    for update of job skip locked
  )
  update jobs set state = 'CLAIMED', worker = $3, fencing_token = jobs.fencing_token + 1,
    due_at = clock_timestamp() + $4 * interval '1 millisecond'
  from picked where jobs.job_id = picked.job_id
  returning jobs.*, picked.turn, clock_timestamp() as claimed_at,
    floor(extract(epoch from jobs.deadline_at - clock_timestamp()) * 1000) as remaining_ms`;
