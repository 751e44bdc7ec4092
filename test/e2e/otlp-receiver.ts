import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A span as it came over the wire, with the service that sent it. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface OtlpReceiver {
  readonly url: string;
  /** Each request's path and body, byte for byte. */
  readonly requests: readonly { readonly path: string; readonly body: Buffer }[];
  spans(): ReceivedSpan[];
  close(): Promise<void>;
}

interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: WireAttributes;
}
type WireAttributes = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
interface WireExport {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: WireAttributes };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

/** Takes OTLP/HTTP in JSON, as a collector does. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const requests: { path: string; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', body: Buffer.concat(parts) });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    spans: () => requests.flatMap(({ body }) => spansIn(JSON.parse(body.toString()) as WireExport)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansIn({ resourceSpans }: WireExport): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    const spans = scopeSpans.flatMap((scope) => scope.spans);
    return spans.map(({ parentSpanId = '', attributes, ...span }) => ({
      ...span,
      service,
      parentSpanId,
      attributes: valuesOf(attributes),
    }));
  });
}

function valuesOf(attributes: WireAttributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
