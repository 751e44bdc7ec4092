import { type Endpoint } from '../endpoint.js';
import { type CallHooks, type ModelRequest, type ModelResult } from '../model-client.port.js';
import { answerCallAsContent } from './answer-call.js';
import { CallWatch } from './call-watch.js';
import { type Dialect } from './dialect.js';
import { endOf } from './end-of-call.js';
import { type Door, guardedFetch } from './guarded-fetch.js';
import { eventStream, wholeBody } from './media-type.js';
import { RawBody } from './raw-body.js';
import { readStream } from './read-stream.js';
import { ResponseCollector } from './response-collector.js';
import { withEstimates } from './token-count.js';

export type Fetch = ReturnType<typeof guardedFetch>;

/** What tells one provider's calls from another's. */
export interface Provider {
  readonly endpoint: Endpoint;
  readonly dialect: Dialect;
  /** Sends the request through `fetch` and gives the response as it was let in, its body unread. */
  send(request: ModelRequest, through: { readonly fetch: Fetch; readonly signal: AbortSignal }): Promise<Response>;
}

/** One call from its first byte to its end, with time, idle time and bytes watched, and every end named. */
export async function streamedCall(
  provider: Provider,
  request: ModelRequest,
  signal: AbortSignal,
  hooks: CallHooks,
): Promise<ModelResult> {
  const { baseUrl, outbound } = provider.endpoint;
  if (!outbound.lets(new URL(baseUrl))) return { kind: 'refused', reason: 'host', retryAfterMs: null };
  const call = {
    watch: new CallWatch(request.limits, signal),
    collector: new ResponseCollector(provider.dialect, request.limits.outputBytes),
    raw: new RawBody(),
  };
  const end = await endOfOne(provider, request, call, hooks);
  return whole(end, request, call);
}

interface OpenCall {
  readonly watch: CallWatch;
  readonly collector: ResponseCollector;
  readonly raw: RawBody;
}

async function endOfOne(
  provider: Provider,
  request: ModelRequest,
  { watch, collector, raw }: OpenCall,
  hooks: CallHooks,
): Promise<ModelResult> {
  try {
    const fetch = guardedFetch(doorOf(provider), watch, hooks);
    const response = await provider.send(request, { fetch, signal: watch.signal });
    await readStream(response, watch, collector, raw);
    return endOf(watch, collector, undefined);
  } catch (error) {
    return endOf(watch, collector, error);
  } finally {
    watch.end();
  }
}

const doorOf = ({ endpoint: { baseUrl, outbound }, dialect }: Provider): Door => ({
  host: new URL(baseUrl).host,
  outbound,
  mediaTypes: dialect.takesWholeBody ? [eventStream, wholeBody] : [eventStream],
});

/** What is known beyond the wire's own words: the answer of a forced call, estimates of the usage, the raw bytes. */
async function whole(end: ModelResult, request: ModelRequest, { collector, raw }: OpenCall): Promise<ModelResult> {
  if (end.kind !== 'response' && end.kind !== 'broken') return end;
  const known = { tokens: await withEstimates(end.tokens, request, collector.said()), raw: raw.response() };
  if (end.kind === 'broken') return { ...end, ...known };
  return { ...end, ...known, choices: end.choices.map((choice) => answerCallAsContent(choice, request)) };
}
