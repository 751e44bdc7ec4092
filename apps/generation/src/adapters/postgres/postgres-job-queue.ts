import { type DataSource } from 'typeorm';

import { type DraftAttempt } from '#libs/contracts';
import { gathered, type Transaction } from '#libs/event-flow';

import { type Claim, type JobEnd, type JobQueue } from '../../ports/job-queue.port.js';
import { claimSql } from './claim-sql.js';
import { type AttemptColumns, claimOf, type ClaimColumns } from './claim-columns.js';
import { endAttempt } from './postgres-attempt-record.js';
import { finishJobs } from './finish-jobs.js';
import { renewals } from './renewals.js';

export interface QueueOptions {
  /** Names this process in the rows. */
  readonly worker: string;
  readonly leaseMs: number;
}

type Updated = [rows: unknown[], count: number];

/** Jobs and their leases in PostgreSQL; time is the database's. */
export class PostgresJobQueue implements JobQueue {
  /** The namespace that was served last: the next one in the alphabet's circle is served first. */
  #served = '';
  readonly renew: JobQueue['renew'];
  readonly #finish = gathered(finishJobs);

  constructor(
    private readonly dataSource: DataSource,
    private readonly options: QueueOptions,
  ) {
    this.renew = renewals(dataSource, options.leaseMs);
  }

  async claim(count: number, held: readonly string[] = []): Promise<readonly Claim[]> {
    const [rows] = await this.dataSource.query<[ClaimColumns[], number]>(claimSql, [
      this.#served,
      count,
      this.options.worker,
      this.options.leaseMs,
      held,
    ]);
    if (rows.length === 0) return [];
    const inTurn = rows.toSorted((a, b) => this.#turn(a, b));
    this.#served = inTurn.at(-1)?.namespace ?? this.#served;
    const attempts = await this.#attemptsOf(rows);
    const earlier = await this.#earlierAttemptsOf(rows);
    return inTurn.map((row) => claimOf(row, attempts, earlier));
  }

  /** A job that nobody held before has none. */
  async #attemptsOf(rows: readonly ClaimColumns[]): Promise<readonly AttemptColumns[]> {
    const heldBefore = rows.filter(({ fencing_token: token }) => token !== '1').map(({ job_id: jobId }) => jobId);
    if (heldBefore.length === 0) return [];
    return this.dataSource.query(`select * from attempts where job_id = any($1) order by number`, [heldBefore]);
  }

  /** What the answers took that are repaired, under the ids of their repairs. */
  async #earlierAttemptsOf(rows: readonly ClaimColumns[]): Promise<readonly AttemptColumns[]> {
    const repairs = rows.filter(({ ordinal }) => ordinal === 1).map(({ job_id: jobId }) => jobId);
    if (repairs.length === 0) return [];
    return this.dataSource.query(
      `select attempts.*, repair.job_id from jobs repair
       join jobs answer on answer.namespace = repair.namespace and answer.interaction_id = repair.interaction_id
         and answer.ordinal = 0
       join attempts on attempts.job_id = answer.job_id
       where repair.job_id = any($1) order by attempts.number`,
      [repairs],
    );
  }

  async giveBack({ jobId, fencingToken }: Claim): Promise<boolean> {
    const kept = await this.dataSource.query<unknown[]>(
      `with kept as (
         update jobs set state = 'QUEUED', worker = null, due_at = filed_at
         where job_id = $1 and fencing_token = $2 and state = 'CLAIMED'
         returning job_id, fencing_token
       ), unsent as (
         delete from attempts using kept
         where attempts.job_id = kept.job_id and attempts.fencing_token = kept.fencing_token
           and attempts.state = 'SENDING'
       ) select 1 from kept`,
      [jobId, fencingToken],
    );
    return kept.length === 1;
  }

  async postpone({ jobId, fencingToken }: Claim, refused: DraftAttempt | null, waitMs: number): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      const [, count] = await tx.query<Updated>(
        `update jobs set state = 'QUEUED', worker = null,
           due_at = clock_timestamp() + $3 * interval '1 millisecond'
         where job_id = $1 and fencing_token = $2 and state = 'CLAIMED'`,
        [jobId, fencingToken, waitMs],
      );
      if (count === 1 && refused !== null) await endAttempt(tx, jobId, refused);
      return count === 1;
    });
  }

  finish(tx: Transaction, claim: Claim, end: JobEnd): Promise<boolean> {
    return this.#finish(tx, { claim, end });
  }

  #turn(a: ClaimColumns, b: ClaimColumns): number {
    const place = ({ turn, namespace }: ClaimColumns) => [Number(turn), namespace <= this.#served ? 1 : 0] as const;
    const [turnA, laterA] = place(a);
    const [turnB, laterB] = place(b);
    return turnA - turnB || laterA - laterB || (a.namespace < b.namespace ? -1 : 1);
  }
}
