import { ROOT_CONTEXT, type Context, type Span as SdkSpan, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

import { type FlowLog, type Span, type SpanAttributes, type SpanPlan, type Tracing } from '#libs/event-flow';

import { type Build } from '../health/build.js';
import { exportTo } from './logged-exporter.js';
import { SeededIds } from './seeded-ids.js';

export interface OpenTracing extends Tracing {
  /** Exports what waits, within some seconds. */
  stop(): Promise<void>;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

const exportTimeoutMs = 5_000;
/** Spans that wait for an export; beyond it they are dropped. */
const mostWaiting = 8_192;

/** Exports to an OTLP/HTTP endpoint. The only file that loads the OpenTelemetry SDK: it is imported where tracing is on. */
export function otlpTracing(endpoint: string, build: Build, log: FlowLog): OpenTracing {
  const exporter = exportTo(new OTLPTraceExporter({ url: tracesUrl(endpoint), timeoutMillis: exportTimeoutMs }), log);
  const ids = new SeededIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes(aboutService(build)),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: 1_000,
        maxQueueSize: mostWaiting,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  });
  const tracer = provider.getTracer('imprimatur', build.version);
  return {
    start: ({ name, kind, parent, seed, attributes }) =>
      ids.during(seed, () =>
        spanOf(tracer.startSpan(name, { kind: kinds[kind], attributes: toSdk(attributes) }, contextOf(parent))),
      ),
    stop: () => provider.shutdown(),
  };
}

const tracesUrl = (endpoint: string): string => `${endpoint.replace(/\/+$/, '')}/v1/traces`;

function aboutService({ service, version, commit }: Build) {
  return {
    'service.namespace': 'imprimatur',
    'service.name': `imprimatur-${service}`,
    'service.version': version,
    ...(commit === null ? {} : { 'vcs.ref.head.revision': commit }),
    'process.pid': process.pid,
  };
}

/** The SDK takes lists that it could write to. */
const toSdk = (attributes: SpanAttributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, Array.isArray(value) ? [...(value as string[])] : value]),
  ) as Record<string, string | number | boolean | string[]>;

/** Passed, never ambient: the context of a span holds its parent and nothing else. */
function contextOf(parent: SpanPlan['parent']): Context {
  const [, traceId = '', spanId = '', flags = ''] = parent?.split('-') ?? [];
  if (traceId === '') return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16) & 1, isRemote: true });
}

function spanOf(span: SdkSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    end: ({ attributes, error } = {}) => {
      if (attributes) span.setAttributes(toSdk(attributes));
      if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
