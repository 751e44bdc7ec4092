import { createServer, type AddressInfo } from 'node:net';

import { EmbeddedPostgresError } from './errors.js';

/** `wanted` when it can be bound on 127.0.0.1; for 0 one that nobody has. Another process may still be faster. */
export function availablePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', () =>
      reject(
        new EmbeddedPostgresError('port_taken', `Port ${wanted} of 127.0.0.1 is taken: choose another for PostgreSQL.`),
      ),
    );
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
