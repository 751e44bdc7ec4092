import OpenAI from 'openai';

import { type CallHooks, type ModelClient, type ModelRequest, type ModelResult } from '../model-client.port.js';
import { CallWatch } from './call-watch.js';
import { ResponseCollector } from './collect.js';
import { endOf } from './end-of-call.js';
import { guardedFetch } from './guarded-fetch.js';
import { readStream } from './read-stream.js';
import { requestBody } from './request-body.js';

/** Where an OpenAI-compatible endpoint is, and its key; null for an endpoint that asks for none. */
export interface OpenAiEndpoint {
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

/**
 * Calls an OpenAI-compatible chat completions endpoint through the `openai` SDK, always as a stream.
 *
 * The SDK's retries, its log and its reading of the environment are off: it quotes what it chokes on, and its timeout
 * covers no more than the wait for headers. Time, idle time and bytes are watched here.
 */
export function openaiClient(endpoint: OpenAiEndpoint): ModelClient {
  return { complete: (request, signal, hooks) => complete(endpoint, request, signal, hooks) };
}

async function complete(
  endpoint: OpenAiEndpoint,
  request: ModelRequest,
  signal: AbortSignal,
  hooks: CallHooks,
): Promise<ModelResult> {
  const watch = new CallWatch(request.limits, signal);
  const collector = new ResponseCollector(request.limits.outputBytes);
  try {
    const response = await send(sdk(endpoint, request, watch, hooks), request, endpoint, watch);
    await readStream(response, watch, collector);
    return endOf(watch, collector, undefined);
  } catch (error) {
    return endOf(watch, collector, error);
  } finally {
    watch.end();
  }
}

/** The response as the guarded fetch let it in, its body unread. */
async function send(
  client: OpenAI,
  request: ModelRequest,
  endpoint: OpenAiEndpoint,
  watch: CallWatch,
): Promise<Response> {
  const headers = { 'x-client-request-id': request.marker };
  const options = { signal: watch.signal, headers };
  return client.chat.completions.create(requestBody(request, endpoint.baseUrl), options).asResponse();
}

function sdk(endpoint: OpenAiEndpoint, request: ModelRequest, watch: CallWatch, hooks: CallHooks): OpenAI {
  const headersAfterOurOwnTimers = request.limits.totalMs + 60_000;
  return new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: endpoint.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    ...(endpoint.apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
    maxRetries: 0,
    timeout: headersAfterOurOwnTimers,
    logLevel: 'off',
    fetch: guardedFetch(new URL(endpoint.baseUrl).host, watch, hooks),
  });
}
