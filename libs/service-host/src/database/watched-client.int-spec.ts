import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

import { type DataSource } from 'typeorm';

import { classify } from '#libs/event-flow';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { openDatabase } from './open-database.js';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A way to the database that can forget its connections, as a NAT that lost its state does. */
class Proxy {
  private readonly pairs: [Socket, Socket][] = [];
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(host: string, port: number): Promise<Proxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new Proxy(server, (server.address() as AddressInfo).port);
    server.on('connection', (client) => {
      const upstream = connect(port, host);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      client.pipe(upstream).pipe(client);
      proxy.pairs.push([client, upstream]);
    });
    return proxy;
  }

  /** What is open stays open and says nothing any more; what comes anew goes through. */
  forget(): void {
    for (const [client, upstream] of this.pairs) {
      client.unpipe(upstream);
      upstream.unpipe(client);
      upstream.destroy();
    }
  }

  close(): void {
    this.server.close();
    for (const socket of this.pairs.flat()) socket.destroy();
  }
}

describe('a connection of the pool', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let source: DataSource;
  beforeAll(async () => {
    database = await testDatabase('delivery');
    const url = new URL(database.url);
    proxy = await Proxy.to(url.hostname, Number(url.port));
    url.port = String(proxy.port);
    source = await openDatabase({ url: url.href, service: 'delivery', rows: [], migrations: [], poolSize: 2, log });
  });
  afterAll(async () => {
    await source.destroy();
    proxy.close();
    await database.drop();
  });

  it('given a peer that was forgotten on the way, its statement fails as an outage and the next one goes through', async () => {
    await source.query('select 1');
    proxy.forget();
    const failure = await source.query('select 2').catch((error: unknown) => error);
    expect(classify(failure)).toBe('outage');
    expect(await source.query('select 3 as three')).toEqual([{ three: 3 }]);
  });

  it('given backends that are ended in the middle of transactions, each failure is an outage', async () => {
    const direct = await openDatabase({
      url: database.url,
      service: 'delivery',
      rows: [],
      migrations: [],
      poolSize: 2,
      log,
    });
    const work = () =>
      direct.transaction(async (tx) => {
        for (let index = 0; index < 20; index += 1) await tx.query('select pg_sleep(0.005)');
      });
    const others = 'from pg_stat_activity where pid <> pg_backend_pid() and usename = current_user';
    const failures: unknown[] = [];
    for (let round = 0; round < 8; round += 1) {
      const attempts = [work(), direct.query(`select pg_terminate_backend(pid) ${others}`)];
      for (const { status, ...rest } of await Promise.allSettled(attempts)) {
        if (status === 'rejected') failures.push((rest as { reason: unknown }).reason);
      }
    }
    await direct.destroy();
    expect(failures).not.toEqual([]);
    expect(new Set(failures.map(classify))).toEqual(new Set(['outage']));
  });
});
