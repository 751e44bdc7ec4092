import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';

/** One answer of a provider, as a client reads it from the socket. */
export interface StreamCase {
  readonly id: string;
  readonly area: string;
  readonly given: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly chunks: readonly string[] | null;
    readonly chunks_hex?: readonly string[];
    /** The clock that a date is held against. */
    readonly now?: string;
  };
  readonly oracle: {
    readonly text?: string;
    readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
    readonly not_before_s?: number;
  };
}

export function transportCases(): StreamCase[] {
  const lines = readFileSync(join(__dirname, '..', 'cases.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as StreamCase).filter(({ area }) => area === 'transport');
}

/** Each chunk travels by itself; then the connection ends, as every case's does. */
export async function serve({ given }: StreamCase): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const pieces = given.chunks_hex?.map((hex) => Buffer.from(hex, 'hex')) ?? given.chunks ?? [];
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(given.status, given.headers);
    response.flushHeaders();
    const next = (at: number): void => {
      if (at < pieces.length) response.write(pieces[at], () => setImmediate(next, at + 1));
      else response.end();
    };
    next(0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close };
}
