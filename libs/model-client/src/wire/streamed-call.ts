import { type CallHooks, type ModelRequest, type ModelResult } from '../model-client.port.js';
import { answerCallAsContent } from './answer-call.js';
import { CallWatch } from './call-watch.js';
import { type Dialect } from './dialect.js';
import { endOf } from './end-of-call.js';
import { guardedFetch } from './guarded-fetch.js';
import { eventStream, wholeBody } from './media-type.js';
import { RawBody } from './raw-body.js';
import { readStream } from './read-stream.js';
import { ResponseCollector } from './response-collector.js';

export type Fetch = ReturnType<typeof guardedFetch>;

/** What tells one provider's calls from another's. */
export interface Provider {
  readonly baseUrl: string;
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
  const watch = new CallWatch(request.limits, signal);
  const collector = new ResponseCollector(provider.dialect, request.limits.outputBytes);
  const raw = new RawBody();
  const ended = (error?: unknown) => complete(endOf(watch, collector, error), request, raw);
  try {
    const fetch = guardedFetch(doorOf(provider), watch, hooks);
    const response = await provider.send(request, { fetch, signal: watch.signal });
    await readStream(response, watch, collector, raw);
    return ended();
  } catch (error) {
    return ended(error);
  } finally {
    watch.end();
  }
}

const doorOf = ({ baseUrl, dialect }: Provider) => ({
  host: new URL(baseUrl).host,
  mediaTypes: dialect.takesWholeBody ? [eventStream, wholeBody] : [eventStream],
});

function complete(end: ModelResult, request: ModelRequest, raw: RawBody): ModelResult {
  if (end.kind === 'broken') return { ...end, raw: raw.response() };
  if (end.kind !== 'response') return end;
  return { ...end, choices: end.choices.map((choice) => answerCallAsContent(choice, request)), raw: raw.response() };
}
