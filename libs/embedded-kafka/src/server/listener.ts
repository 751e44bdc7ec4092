import { createServer, type Server, type Socket } from 'node:net';
import { type AddressInfo } from 'node:net';
import { Connection } from './connection.js';
import { type Router } from './router.js';

/** The listening socket and all that came in by it. */
export class Listener {
  private readonly connections = new Set<Connection>();

  private constructor(private readonly server: Server) {}

  /** Rejects with the system's error (`EADDRINUSE` and so on). Port 0 takes a free one. */
  static async open(host: string, port: number): Promise<Listener> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    return new Listener(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Starts to serve; clients that came earlier were not accepted yet or wait. */
  serve(router: Router, log: (line: string) => void): void {
    this.server.on('connection', (socket: Socket) => {
      const connection = new Connection(socket, router, log);
      this.connections.add(connection);
      socket.once('close', () => this.connections.delete(connection));
    });
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const connection of this.connections) connection.close();
    await closed;
  }
}
