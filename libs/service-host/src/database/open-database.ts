import { DataSource, type MigrationInterface } from 'typeorm';

import { type Service } from '#libs/contracts';
import { type FlowLog } from '#libs/event-flow';

import { errorFields } from '../log/error-fields.js';
import { StartError } from '../start-error.js';
import { migrate } from './migrate.js';
import { PreparingClient } from './preparing-client.js';
import { SilentOrm } from './silent-orm.js';

export interface DatabaseOptions {
  readonly url: string;
  /** Also the name of its schema. */
  readonly service: Service;
  readonly rows: readonly (new () => object)[];
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** Connections at most; default 10. */
  readonly poolSize?: number;
  readonly log: FlowLog;
}

/** A transaction that nobody drives holds locks; PostgreSQL ends its session after this. */
const idleInTransactionMs = 15_000;
/** Longer than any of our transactions; who waits longer is told so and tries again. */
const lockWaitMs = 10_000;

/**
 * Opens a service's pool and brings its schema up to date, one process at a time.
 * Statements and their parameters are never logged.
 * @throws StartError where the database cannot be reached or a migration fails
 */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    url: options.url,
    schema: options.service,
    entities: [...options.rows],
    migrations: [...options.migrations],
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    logger: new SilentOrm(),
    poolSize: options.poolSize ?? 10,
    applicationName: `imprimatur-${options.service}`,
    connectTimeoutMS: 5_000,
    // A server that goes away breaks idle connections too: without a listener that ends the process.
    poolErrorHandler: (error: unknown) => options.log.warn(errorFields(error), 'a database connection broke'),
    extra: {
      Client: PreparingClient,
      keepAlive: true,
      // A plan is made for each call: one that was kept from when a table was empty would read all of it later.
      options: `-c search_path=${options.service} -c plan_cache_mode=force_custom_plan`,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      lock_timeout: lockWaitMs,
    },
  });
  await connect(source);
  await migrate(source, options.service);
  return source;
}

async function connect(source: DataSource): Promise<void> {
  try {
    await source.initialize();
  } catch (error) {
    const { errno } = errorFields(error);
    throw new StartError(`The database of DATABASE_URL cannot be reached${errno ? ` (${errno})` : ''}.`);
  }
}
