import { type DataSource } from 'typeorm';

import { type OutboxState } from '../metrics.js';

/** How much waits in the outbox; null when the database is away. */
export async function outboxState(dataSource: DataSource): Promise<OutboxState | null> {
  try {
    const rows: { pending: string; oldest: string | null }[] = await dataSource.query(
      `select count(*) as pending, extract(epoch from now() - min(created_at)) as oldest
       from event_outbox where sent_at is null`,
    );
    return { pending: Number(rows[0]?.pending ?? 0), oldestSeconds: Number(rows[0]?.oldest ?? 0) };
  } catch {
    return null;
  }
}
