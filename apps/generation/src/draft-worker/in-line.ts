import { type Transactions } from '#libs/event-flow';

import { type AttemptRecord, type JobQueue } from '../ports/job-queue.port.js';
import { groupCommit } from './group-commit.js';
import { type Line } from './line.js';

interface DatabaseParts {
  readonly queue: JobQueue;
  readonly attempts: AttemptRecord;
  readonly transactions: Transactions;
}

/**
 * The same parts, whose changes of single jobs stand in line. There may be many more calls than connections: what waits
 * for a connection of the pool fails after some seconds as an outage, and takes the renewals of the leases with it, so
 * that paid answers are lost. Claims, renewals, beginnings and ends pass the line: each is one commit for many jobs.
 */
export function inLine({ queue, attempts, transactions }: DatabaseParts, line: Line): DatabaseParts {
  return {
    queue: {
      claim: (count, held) => queue.claim(count, held),
      renew: (claim) => queue.renew(claim),
      giveBack: (claim) => line.run(() => queue.giveBack(claim)),
      postpone: (claim, refused, waitMs) => line.run(() => queue.postpone(claim, refused, waitMs)),
      finish: (tx, claim, end) => queue.finish(tx, claim, end),
    },
    attempts: {
      begin: (claim, number, profileId) => attempts.begin(claim, number, profileId),
      refused: (claim, attempt) => line.run(() => attempts.refused(claim, attempt)),
      receivedLate: (claim, attempt) => line.run(() => attempts.receivedLate(claim, attempt)),
    },
    transactions: groupCommit(transactions),
  };
}
