import { type DataSource } from 'typeorm';

import { type Claim } from '../../ports/job-queue.port.js';

interface Wanted {
  readonly claim: Claim;
  readonly resolve: (kept: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Renews the leases of many jobs in one statement: while one is under way the next collects, and takes one connection. */
export class Renewals {
  #wanted: Wanted[] = [];
  #running = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly leaseMs: number,
  ) {}

  renew(claim: Claim): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#wanted.push({ claim, resolve, reject });
      if (!this.#running) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#running = true;
    while (this.#wanted.length > 0) {
      const wanted = this.#wanted;
      this.#wanted = [];
      await this.#renewAll(wanted);
    }
    this.#running = false;
  }

  async #renewAll(wanted: readonly Wanted[]): Promise<void> {
    try {
      const [rows] = await this.dataSource.query<[{ job_id: string; fencing_token: string }[], number]>(
        `update jobs set due_at = clock_timestamp() + $3 * interval '1 millisecond'
         from unnest($1::bigint[], $2::bigint[]) as held (job_id, fencing_token)
         where jobs.job_id = held.job_id and jobs.fencing_token = held.fencing_token and jobs.state = 'CLAIMED'
         returning jobs.job_id, jobs.fencing_token`,
        [wanted.map(({ claim }) => claim.jobId), wanted.map(({ claim }) => claim.fencingToken), this.leaseMs],
      );
      const kept = new Set(rows.map((row) => `${row.job_id}/${row.fencing_token}`));
      for (const { claim, resolve } of wanted) resolve(kept.has(`${claim.jobId}/${claim.fencingToken}`));
    } catch (error) {
      for (const { reject } of wanted) reject(error);
    }
  }
}
