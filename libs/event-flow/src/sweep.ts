import { setTimeout as pause } from 'node:timers/promises';

import { type DataSource } from 'typeorm';

/** Rows deleted by one statement, so that no lock is long. */
const slice = 5_000;

export interface Swept {
  readonly inbox: number;
  readonly outbox: number;
  readonly refused: number;
}

/**
 * Deletes inbox rows after 10 days, longer than any topic keeps a record, sent outbox rows after an hour, and refused
 * ones, which hold what was withheld, after 3 days, as all content; the dead letter has their bytes.
 * What is unsent stays. Several instances may do it at once.
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
  const refused = await deleteAll(
    dataSource,
    `delete from event_outbox_refused where id in (
       select id from event_outbox_refused where refused_at < now() - interval '3 days' limit ${slice} for update skip locked)`,
  );
  return { inbox, outbox, refused };
}

async function deleteAll(dataSource: DataSource, statement: string): Promise<number> {
  for (let total = 0; ;) {
    const [, count]: [unknown, number] = await dataSource.query(statement);
    total += count;
    if (count < slice) return total;
  }
}

/** Sweeps `everyMs` after the last sweep until it is aborted; resolves when none is under way any more. */
export async function keepSweeping(
  dataSource: DataSource,
  everyMs: number,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  while (await elapsed(everyMs, signal)) await sweepEventFlow(dataSource).catch(onFailure);
}

/** False when it was aborted before. */
const elapsed = (ms: number, signal: AbortSignal): Promise<boolean> =>
  pause(ms, true, { signal, ref: false }).catch(() => false);
