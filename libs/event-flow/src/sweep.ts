import { type DataSource } from 'typeorm';

/** Rows deleted by one statement, so that no lock is long. */
const slice = 5_000;

export interface Swept {
  readonly inbox: number;
  readonly outbox: number;
}

/**
 * Deletes inbox rows after 10 days, longer than any topic keeps a record, and sent outbox rows after an hour.
 * What is unsent or was refused stays. Several instances may do it at once.
 */
export async function sweepEventFlow(dataSource: DataSource): Promise<Swept> {
  const inbox = await deleteAll(
    dataSource,
    `delete from event_inbox where ctid = any(array(
       select ctid from event_inbox where received_at < now() - interval '10 days' limit ${slice} for update skip locked))`,
  );
  const outbox = await deleteAll(
    dataSource,
    `delete from event_outbox where id in (
       select id from event_outbox where sent_at < now() - interval '1 hour' limit ${slice} for update skip locked)`,
  );
  return { inbox, outbox };
}

async function deleteAll(dataSource: DataSource, statement: string): Promise<number> {
  for (let total = 0; ;) {
    const [, count]: [unknown, number] = await dataSource.query(statement);
    total += count;
    if (count < slice) return total;
  }
}

/** Sweeps now and then until the returned function is called; a sweep that fails is only late. */
export function startSweeping(dataSource: DataSource, everyMs: number): () => void {
  const timer = setInterval(() => void sweepEventFlow(dataSource).catch(() => undefined), everyMs).unref();
  return () => clearInterval(timer);
}
