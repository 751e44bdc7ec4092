import { type Code, type OutgoingEvent, type Refusal } from '#libs/contracts';

import { type ReleaseGuard } from '../release-guard.port.js';
import { type Transactions } from '../transactions.port.js';
import { eventOf, type UnsentRow } from './outbox.js';

/** Writes the dead letter of a row that is not released; rejects when it could not. */
export type PostRefusedRow = (row: UnsentRow, refusal: Refusal) => Promise<void>;

/** The last look at the bytes of each row. What is refused is moved aside, and the shard goes on. */
export class RelayGate {
  constructor(
    private readonly guard: ReleaseGuard | undefined,
    private readonly transactions: Transactions,
    private readonly post: PostRefusedRow,
  ) {}

  /** The rows that may go, in their order. */
  async release(rows: readonly UnsentRow[]): Promise<UnsentRow[]> {
    const { guard } = this;
    if (!guard) return [...rows];
    const released: UnsentRow[] = [];
    for (const row of rows) {
      const event = eventOf(row);
      const code = await guard.check(event);
      if (code === undefined) released.push(row);
      else await this.refuse(guard, row, event, code);
    }
    return released;
  }

  /** The dead letter first: a crash between the two repeats it, and loses nothing. */
  private async refuse(guard: ReleaseGuard, row: UnsentRow, event: OutgoingEvent, code: Code): Promise<void> {
    await this.post(row, { code: 'seal.refused', pointer: null });
    await this.transactions.run(async (tx, emit) => {
      const moved: unknown[] = await tx.query(
        `insert into event_outbox_refused (id, event_id, topic, key, headers, value, code)
         select id, event_id, topic, key, headers, value, $2 from event_outbox where id = $1 and sent_at is null
         on conflict do nothing returning id`,
        [row.id, code],
      );
      if (moved.length === 0) return;
      await tx.query('delete from event_outbox where id = $1', [row.id]);
      emit(...(await guard.onRefused(event, code, tx)));
    });
  }
}
