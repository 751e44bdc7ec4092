import { type SpanExporter } from '@opentelemetry/sdk-trace';

import { type FlowLog } from '#libs/event-flow';

const succeeded = 0;

/** Says once that spans do not arrive, and once that they do again; the SDK would be silent. */
export function exportTo(exporter: SpanExporter, log: FlowLog): SpanExporter {
  let failing = false;
  const note = (failed: boolean, spans: number) => {
    if (failed && !failing) log.warn({ spans }, 'spans cannot be exported');
    if (!failed && failing) log.info({ spans }, 'spans are exported again');
    failing = failed;
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        note(Number(result.code) !== succeeded, spans.length);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
