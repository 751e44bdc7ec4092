import { type Code, type OutgoingEvent, type Refusal } from '#libs/contracts';

import { classify } from '../failures/classify.js';
import { type AssertWritable } from '../publishing/writable-topics.js';
import { type ReleaseGuard } from '../release-guard.port.js';
import { type Transaction } from '../slice.js';
import { type Transactions } from '../transactions.port.js';
import { eventOf, type UnsentRow } from './outbox.js';

/** Why a row does not go; `error` where something threw. */
export interface Stopped {
  readonly code: Code;
  readonly error?: unknown;
}

/** Writes the dead letter of a row that is not released; rejects when it could not. */
export type PostRefusedRow = (row: UnsentRow, refusal: Refusal, stopped: Stopped) => Promise<void>;

export interface GateParts {
  readonly guard: ReleaseGuard | undefined;
  readonly assertWritable: AssertWritable;
  readonly transactions: Transactions;
  readonly post: PostRefusedRow;
  /** A guard that fails over a refusal has a bug: the row is moved aside without what the guard had to say. */
  readonly onGuardBug: (row: UnsentRow, error: unknown) => void;
}

/** The last look at the bytes of each row. What is refused is moved aside, and the shard goes on. */
export class RelayGate {
  constructor(private readonly parts: GateParts) {}

  /** The rows that may go, in their order. */
  async release(rows: readonly UnsentRow[]): Promise<UnsentRow[]> {
    const released: UnsentRow[] = [];
    for (const row of rows) {
      const event = eventOf(row);
      const stopped = await this.look(event);
      if (stopped === undefined) released.push(row);
      else await this.refuse(row, event, stopped);
    }
    return released;
  }

  /** A look that breaks has not approved. Only an outage is waited for: what it needs comes back, a bug does not end. */
  private async look(event: OutgoingEvent): Promise<Stopped | undefined> {
    try {
      this.parts.assertWritable(event);
      const code = await this.parts.guard?.check(event);
      return code && { code };
    } catch (error) {
      if (classify(error) !== 'bug') throw error;
      return { code: 'internal.bug', error };
    }
  }

  /** The dead letter first: a crash between the two repeats it, and loses nothing. */
  private async refuse(row: UnsentRow, event: OutgoingEvent, stopped: Stopped): Promise<void> {
    const { guard, post, onGuardBug } = this.parts;
    await post(row, { code: guard ? 'seal.refused' : 'internal.bug', pointer: null }, stopped);
    const answers = async (tx: Transaction) => (await guard?.onRefused(event, stopped.code, tx)) ?? [];
    try {
      await this.moveAside(row, stopped.code, answers);
    } catch (error) {
      if (classify(error) !== 'bug') throw error;
      onGuardBug(row, error);
      await this.moveAside(row, stopped.code, () => Promise.resolve([]));
    }
  }

  private async moveAside(
    row: UnsentRow,
    code: Code,
    answers: (tx: Transaction) => Promise<readonly OutgoingEvent[]>,
  ): Promise<void> {
    await this.parts.transactions.run(async (tx, emit) => {
      const moved: unknown[] = await tx.query(
        `insert into event_outbox_refused (id, event_id, topic, key, headers, value, code)
         select id, event_id, topic, key, headers, value, $2 from event_outbox where id = $1 and sent_at is null
         on conflict do nothing returning id`,
        [row.id, code],
      );
      if (moved.length === 0) return;
      await tx.query('delete from event_outbox where id = $1', [row.id]);
      emit(...(await answers(tx)));
    });
  }
}
