import { createServer, type AddressInfo, type Server } from 'node:net';

import { startEmbeddedBroker } from '#libs/embedded-kafka';
import { freePort, tempDir } from '#libs/testkit';

import { brokerIsReady } from './probe.js';

async function listening(onData: (reply: (bytes: Buffer) => void) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => onData((bytes) => socket.write(bytes)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

describe('brokerIsReady', () => {
  it('given a broker, when asked, then it is ready', async () => {
    const dir = await tempDir('probe');
    const broker = await startEmbeddedBroker({ dataDir: dir.path, port: 0 });
    expect(await brokerIsReady(broker.port)).toBe(true);
    await broker.close();
    await dir.remove();
  });

  it('given a port where nobody listens, when asked, then it is not ready', async () => {
    expect(await brokerIsReady(await freePort())).toBe(false);
  });

  it('given a listener that never answers, when asked, then it is given up', async () => {
    const silent = await listening(() => undefined);
    expect(await brokerIsReady(portOf(silent), 50)).toBe(false);
    silent.close();
  });

  it.each([
    ['an error to ApiVersions', [0, 0, 0, 10, 0, 0, 0, 1, 0, 35, 0, 0, 0, 0]],
    ['another correlation id', [0, 0, 0, 10, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0]],
    ['a frame too short to hold one', [0, 0, 0, 2, 0, 0]],
  ])('given a listener that answers with %s, when asked, then it is not ready', async (_what, bytes) => {
    const odd = await listening((reply) => reply(Buffer.from(bytes)));
    expect(await brokerIsReady(portOf(odd), 500)).toBe(false);
    odd.close();
  });
});
