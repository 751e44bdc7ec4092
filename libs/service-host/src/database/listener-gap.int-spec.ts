import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

import pg from 'pg';

import { classify } from '#libs/event-flow';

import { WatchedClient } from './watched-client.js';

/** One message of the PostgreSQL protocol: type, length with itself, body. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

const authenticationOk = message('R', Buffer.from([0, 0, 0, 0]));
const readyForQuery = message('Z', Buffer.from('I'));
const endedByAdministrator = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mended by an administrator\0\0'));

/** A server that lets every client in and ends it in the same breath: both reach the client in one read. */
async function serverThatEndsAtOnce(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([authenticationOk, readyForQuery, endedByAdministrator])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/**
 * The pool takes its own listener away when it hands a client out, and whoever gets it by a promise adds one a tick
 * later. A failure in between that nobody listens for is thrown out of the socket and ends the process (here: the test).
 */
describe('a backend that is ended between its greeting and its first statement', () => {
  let server: Server;
  beforeAll(async () => {
    server = await serverThatEndsAtOnce();
  });
  afterAll(() => server.close());

  it('given such a backend, then the process goes on and the statement fails as an outage', async () => {
    const { port } = server.address() as AddressInfo;
    const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'u', database: 'd', Client: WatchedClient });
    const client = await pool.connect();
    const failure: unknown = await client.query('select 1').catch((error: unknown) => error);
    client.release(true);
    await pool.end();
    expect(classify(failure)).toBe('outage');
  });
});
