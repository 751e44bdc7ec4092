import { createServer, type AddressInfo } from 'node:net';

/**
 * A TCP port of 127.0.0.1 that nobody listened on a moment ago.
 *
 * Another process may take it before the caller does: bind to port 0 wherever the thing under test can report its port.
 */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
