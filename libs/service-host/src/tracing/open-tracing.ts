import { type FlowLog } from '#libs/event-flow';

import { type Build } from '../health/build.js';
import { type OpenTracing } from './otlp-tracing.js';

/** undefined where no endpoint is set: then nothing of OpenTelemetry is even loaded. */
export async function openTracing(
  endpoint: string | undefined,
  build: Build,
  log: FlowLog,
): Promise<OpenTracing | undefined> {
  if (endpoint === undefined) return undefined;
  const { otlpTracing } = await import('./otlp-tracing.js');
  return otlpTracing(endpoint, build, log);
}
