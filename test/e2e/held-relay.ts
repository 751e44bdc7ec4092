import pg from 'pg';

import { eventually } from '#libs/testkit';

const shardNames = "select pg_advisory_lock(hashtext('imprimatur.outbox.' || current_schema()), shard)";

/** A service's outbox whose relay is kept out, as if another instance held all shards and stood still. */
export class HeldRelay {
  private constructor(private readonly session: pg.Client) {}

  /** Takes the shards' locks; what the relay had under way must be finished before. */
  static async of(databaseUrl: string): Promise<HeldRelay> {
    const [session, other] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
    for (const client of [session, other]) client.on('error', () => undefined);
    await Promise.all([session.connect(), other.connect()]);
    let held = false;
    const locks = session.query(`${shardNames} from generate_series(0, 15) as shard`).then(() => (held = true));
    await eventually(
      async () => {
        await other.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'imprimatur-relay' and usename = current_user",
        );
        if (!held) throw new Error('the relay holds its shards');
      },
      { timeoutMs: 60_000 },
    );
    await Promise.all([locks, other.end()]);
    return new HeldRelay(session);
  }

  /** Answers that lie in the outbox and wait. */
  async waitingAnswers(): Promise<number> {
    const { rows } = await this.session.query<{ waiting: string }>(
      "select count(*) as waiting from event_outbox where sent_at is null and convert_from(headers, 'UTF8')::jsonb->>'ce_type' = 'answer.completed.v1'",
    );
    return Number(rows[0]?.waiting);
  }

  /** The relay goes on. */
  release(): Promise<void> {
    return this.session.end();
  }
}
