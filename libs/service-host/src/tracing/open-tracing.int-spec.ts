import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

import { eventually } from '#libs/testkit';

import { openTracing } from './open-tracing.js';

const build = { service: 'delivery', version: '0.0.0', commit: null, node: '20' } as const;
const attributes = { 'http.route': '/v1/questions' };
const plan = { name: 'POST /v1/questions', kind: 'server', attributes } as const;

function listener() {
  const lines: string[] = [];
  const line = (_: unknown, message: string) => void lines.push(message);
  return { lines, log: { info: line, warn: line, error: line } };
}

/** A collector that answers with a status, and the traces that came. */
async function collector(status: () => number) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(status()).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}/`, bodies, close };
}

describe('tracing', () => {
  it('given no endpoint, then nothing of OpenTelemetry is loaded', async () => {
    const loaded = jest.fn(() => ({}));
    jest.doMock('./otlp-tracing.js', loaded);
    expect(await openTracing(undefined, build, listener().log)).toBeUndefined();
    expect(loaded).not.toHaveBeenCalled();
    jest.dontMock('./otlp-tracing.js');
  });

  it('given an endpoint, then ids follow from the seed and the parent, and a stop exports what waits', async () => {
    const { url, bodies, close } = await collector(() => 200);
    const tracing = await openTracing(url, build, listener().log);
    const seed = { trace: 'one event', span: 'one reader' };
    const [first, again] = [1, 2].map(() => tracing!.start({ ...plan, parent: undefined, seed }));
    const below = tracing!.start({ ...plan, parent: first!.traceparent });
    expect(again!.traceparent).toBe(first!.traceparent);
    expect(below.traceparent.slice(0, 36)).toBe(first!.traceparent.slice(0, 36));
    expect(below.traceparent).not.toBe(first!.traceparent);
    below.end({ error: 'provider.timeout' });
    await tracing!.stop();
    await close();
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain(`"parentSpanId":"${first!.traceparent.slice(36, 52)}"`);
    expect(bodies[0]).toContain('provider.timeout');
  });

  it('given a parent that was not sampled, or that is none, then it is not exported, or a trace begins', async () => {
    const { url, bodies, close } = await collector(() => 200);
    const tracing = await openTracing(url, build, listener().log);
    const silent = tracing!.start({ ...plan, parent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` });
    const begun = tracing!.start({ ...plan, parent: `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01` });
    silent.end();
    begun.end();
    await tracing!.stop();
    await close();
    expect(silent.traceparent).toMatch(/^00-a{32}-[0-9a-f]{16}-00$/);
    expect(begun.traceparent).toMatch(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(bodies.join('').match(/"spanId"/g)).toHaveLength(1);
  });

  it('given a collector that refuses, then one line says so, and one that it takes them again', async () => {
    let status = 400;
    const { url, bodies, close } = await collector(() => status);
    const { lines, log } = listener();
    const tracing = await openTracing(url, build, log);
    tracing!.start({ ...plan, parent: undefined }).end();
    await eventually(() => expect(lines).toHaveLength(1));
    status = 200;
    tracing!.start({ ...plan, parent: undefined }).end();
    await tracing!.stop();
    await close();
    expect(bodies).toHaveLength(2);
    expect(lines).toEqual(['spans cannot be exported', 'spans are exported again']);
  });
});
