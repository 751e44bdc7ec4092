import pg from 'pg';
import { type DataSource } from 'typeorm';

import { OutageError } from '../failures/failures.js';
import { nameOfPrepared, prepared } from '../prepared.js';
import { shardCount } from './shard.js';
import { type UnsentRow } from './outbox.js';

const pingEveryMs = 3_000;
/** The server ends a session that does not ping, and with it its locks: a paused process keeps no shard for ever. */
const idleSessionTimeout = '10s';
const mostRows = 500;
const mostBytes = 8 * 1024 * 1024;

/**
 * The relay's own database session. It holds the shards' advisory locks and does all reading and marking, so that
 * every answer from it also proves that the locks are still held.
 */
export class RelaySession {
  readonly shards = new Set<number>();
  private readonly pings: NodeJS.Timeout;
  private lost = false;

  private constructor(
    private readonly client: pg.Client,
    private readonly channel: string,
    onNotified: () => void,
  ) {
    client.on('notification', ({ processId }) => {
      if (processId !== ownPid(client)) onNotified();
    });
    client.on('error', () => (this.lost = true));
    client.on('end', () => (this.lost = true));
    this.pings = setInterval(() => void this.check().catch(() => (this.lost = true)), pingEveryMs);
  }

  /** @param onNotified called when another process has filed events */
  static async open(dataSource: DataSource, onNotified: () => void): Promise<RelaySession> {
    const client = new pg.Client(connectionOf(dataSource));
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`set idle_session_timeout = '${idleSessionTimeout}'`);
      // A mark that a crash of the server loses is made again, and its record sent again as it was.
      await client.query('set synchronous_commit = off');
      await client.query('set plan_cache_mode = force_custom_plan');
      const channel = await channelName(client);
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      return new RelaySession(client, channel, onNotified);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Takes every shard that nobody relays; the names of shards are their schema's. */
  async claim(): Promise<void> {
    if (this.shards.size === shardCount) return;
    const free = Array.from({ length: shardCount }, (_, shard) => shard).filter((shard) => !this.shards.has(shard));
    const rows = await this.query<{ shard: number; held: boolean }>(
      `select shard, pg_try_advisory_lock(hashtext('imprimatur.outbox.' || current_schema()), shard) as held
       from unnest($1::int[]) as shard`,
      [free],
    );
    for (const { shard, held } of rows) if (held) this.shards.add(shard);
  }

  /** Throws when the session is gone, and its locks with it. */
  async check(): Promise<void> {
    await this.query('select 1', []);
  }

  /** The first unsent rows of the held shards in the order of their ids, up to 500 rows or 8 MiB. */
  unsent(): Promise<UnsentRow[]> {
    return this.query<UnsentRow>(
      `select id, shard, event_id, topic, key, headers, value from (
         select *, sum(length(value)) over (order by id) - length(value) as before from (
           select id, shard, event_id, topic, key, headers, value from event_outbox
           where sent_at is null and shard = any($1::smallint[]) order by id limit ${mostRows}) as first
       ) as measured where before < ${mostBytes} order by id`,
      [[...this.shards]],
    );
  }

  async markSent(ids: readonly string[]): Promise<void> {
    await this.query('update event_outbox set sent_at = now() where id = any($1::bigint[])', [ids]);
  }

  /** Wakes the relays of other processes; never part of a business transaction, for it takes an instance-wide lock. */
  async notifyOthers(): Promise<void> {
    if (this.shards.size === shardCount) return;
    await this.query('select pg_notify($1, $2)', [this.channel, '']);
  }

  async close(): Promise<void> {
    clearInterval(this.pings);
    await this.client.end().catch(() => undefined);
  }

  private async query<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<R[]> {
    if (this.lost) throw new OutageError('database.away');
    const name = nameOfPrepared(prepared(text));
    return (await this.client.query<R>({ name, text, values })).rows;
  }
}

/** Typed nowhere: pg keeps the backend's pid here, to cancel queries. */
function ownPid(client: pg.Client): number | undefined {
  return (client as unknown as { processID?: number }).processID;
}

async function channelName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  return `imprimatur_outbox_${rows[0]?.schema ?? ''}`;
}

function connectionOf(dataSource: DataSource): pg.ClientConfig {
  const options = dataSource.options;
  if (options.type !== 'postgres') throw new Error('the outbox needs PostgreSQL');
  const password = typeof options.password === 'string' ? options.password : undefined;
  return {
    ...(options.url === undefined ? {} : { connectionString: options.url }),
    ...defined({
      host: options.host,
      port: options.port,
      user: options.username,
      database: options.database,
      password,
    }),
    ...(options.ssl === undefined ? {} : { ssl: options.ssl as pg.ClientConfig['ssl'] }),
    application_name: 'imprimatur-relay',
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    keepAlive: true,
  };
}

function defined<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}
