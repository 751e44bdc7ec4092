import { type Socket } from 'node:net';

import pg from 'pg';

/** Longer than any statement of ours may wait (locks 10 s); the pool closes idle connections sooner than that. */
const silentMs = 20_000;

/**
 * A pooled connection that can neither hang nor end the process. One that says nothing for 20 s, because its server is
 * frozen or its peer was forgotten on the way, is cut: its statement fails as an outage and the pool opens another.
 * And it has a listener from its first moment: pool and ORM leave a gap in which a failure would be nobody's.
 */
export class WatchedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(silentMs, () => stream.destroy(silence()));
  }
}

const silence = (): Error => Object.assign(new Error('the database connection is silent'), { code: 'ETIMEDOUT' });
