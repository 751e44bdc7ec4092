import { type DataSource, type EntitySubscriberInterface, type QueryRunner } from 'typeorm';

import { type Transaction } from '#libs/event-flow';

const filed = Symbol('a job was filed');
type Marked = { [filed]?: true };

/** Notes in the open transaction that its commit brings work. */
export function markJobFiled(tx: Transaction): void {
  if (tx.queryRunner) (tx.queryRunner.data as Marked)[filed] = true;
}

/**
 * Calls `wake` after each commit that filed a job, in this process: a NOTIFY inside the transaction would take an
 * instance-wide lock. Other processes find the job by their poll.
 */
export function wakeOnCommit(dataSource: DataSource, wake: () => void): void {
  const subscriber: EntitySubscriberInterface = {
    afterTransactionCommit: ({ queryRunner }) => {
      if (unmark(queryRunner)) wake();
    },
    afterTransactionRollback: ({ queryRunner }) => void unmark(queryRunner),
  };
  dataSource.subscribers.push(subscriber);
}

function unmark(runner: QueryRunner): boolean {
  const data = runner.data as Marked;
  const marked = data[filed] === true;
  delete data[filed];
  return marked;
}
