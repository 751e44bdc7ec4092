import { type DataSource } from 'typeorm';

import { errorFields } from '../log/error-fields.js';
import { StartError } from '../start-error.js';

/** The first half of the advisory lock; the second is the service. Any constant will do. */
const migrationLock = 7_461_202;

/** Runs what is missing. Several processes that start at once would otherwise race for the same statements. */
export async function migrate(source: DataSource, service: string): Promise<void> {
  const holder = source.createQueryRunner();
  try {
    // Whoever migrates first may take longer than the pool lets a lock wait.
    await holder.query('set lock_timeout = 0');
    await holder.query('select pg_advisory_lock($1, hashtext($2))', [migrationLock, service]);
    await source.runMigrations();
    await holder.query('select pg_advisory_unlock($1, hashtext($2))', [migrationLock, service]);
    await holder.query('reset lock_timeout');
    await holder.release();
  } catch (error) {
    // The session goes, and with it the lock that it may still hold.
    await source.destroy();
    const { errno } = errorFields(error);
    throw new StartError(`The schema ${service} could not be migrated${errno ? ` (SQLSTATE ${errno})` : ''}.`);
  }
}
