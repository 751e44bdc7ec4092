import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What a provider puts on the wire, piece by piece as it is to travel. */
export interface Wire {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly pieces: readonly (string | Uint8Array)[];
  readonly pauseMs?: number;
  /** `eof`, the default, ends the response; `cut` breaks the connection; `hang` leaves it open. */
  readonly end?: 'eof' | 'cut' | 'hang';
}

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

export interface WireServer {
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  /** Connections that the client closed before the response was over. */
  readonly closedByClient: () => number;
  close(): Promise<void>;
}

/** A real HTTP server of 127.0.0.1 that answers every request with the same bytes. */
export async function wireServer(wire: Wire): Promise<WireServer> {
  const requests: SeenRequest[] = [];
  let closed = 0;
  const server = createServer((request, response) => {
    response.on('close', () => (closed += response.writableFinished ? 0 : 1));
    answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push({ path: request.url ?? '', headers: request.headers, body: await bodyOf(request) });
    await play(wire, response);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, requests, closedByClient: () => closed, close };
}

async function play(wire: Wire, response: ServerResponse): Promise<void> {
  response.writeHead(wire.status ?? 200, { 'content-type': 'text/event-stream', ...wire.headers });
  response.flushHeaders();
  for (const piece of wire.pieces) {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => void response.write(piece, () => resolve()));
    if (wire.pauseMs) await pause(wire.pauseMs);
  }
  if (wire.end === 'cut') response.destroy();
  else if (wire.end !== 'hang') response.end();
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>;
}
