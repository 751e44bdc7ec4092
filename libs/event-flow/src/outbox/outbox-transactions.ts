import { setTimeout as pause } from 'node:timers/promises';

import { type DataSource } from 'typeorm';

import { type OutgoingEvent } from '#libs/contracts';

import { backoffMs } from '../failures/backoff.js';
import { classify } from '../failures/classify.js';
import { type AssertWritable } from '../publishing/writable-topics.js';
import { type Transaction } from '../slice.js';
import { type Transactions } from '../transactions.port.js';
import { fileInOutbox } from './outbox.js';

const mostConflicts = 8;

/** Transactions whose events go out by the outbox, filed last; a conflict repeats the whole. */
export class OutboxTransactions implements Transactions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly assertWritable: AssertWritable,
    private readonly onFiled: () => void,
  ) {}

  async run<T>(work: (tx: Transaction, emit: (...events: OutgoingEvent[]) => void) => Promise<T>): Promise<T> {
    for (let conflicts = 0; ; conflicts += 1) {
      try {
        return await this.once(work);
      } catch (error) {
        if (classify(error) !== 'conflict' || conflicts >= mostConflicts) throw error;
        await pause(backoffMs(conflicts, { firstMs: 10, mostMs: 500 }));
      }
    }
  }

  private async once<T>(work: (tx: Transaction, emit: (...events: OutgoingEvent[]) => void) => Promise<T>): Promise<T> {
    const events: OutgoingEvent[] = [];
    const result = await this.dataSource.transaction(async (tx) => {
      const answer = await work(tx, (...emitted) => events.push(...emitted));
      events.forEach(this.assertWritable);
      await fileInOutbox(tx, events);
      return answer;
    });
    if (events.length > 0) this.onFiled();
    return result;
  }
}

/** For a service without a database: whoever asks for a transaction there has a bug. */
export const noTransactions: Transactions = {
  run: () => Promise.reject(new Error('this service has no database')),
};
