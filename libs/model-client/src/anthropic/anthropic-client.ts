import Anthropic from '@anthropic-ai/sdk';

import { type Endpoint } from '../endpoint.js';
import { type ModelClient, type ModelLimits } from '../model-client.port.js';
import { type Fetch, type Provider, streamedCall } from '../wire/streamed-call.js';
import { messagesDialect } from './messages-dialect.js';
import { requestBody } from './request-body.js';

/** Calls Anthropic's Messages API, always as a stream; the base URL is the one without `/v1`. */
export function anthropicClient(endpoint: Endpoint): ModelClient {
  const provider: Provider = {
    baseUrl: endpoint.baseUrl,
    dialect: messagesDialect,
    send: (request, { fetch, signal }) =>
      sdk(endpoint, request.limits, fetch)
        .messages.create(requestBody(request), { signal, headers: { 'x-client-request-id': request.marker } })
        .asResponse(),
  };
  return { complete: (request, signal, hooks) => streamedCall(provider, request, signal, hooks) };
}

/**
 * The official SDK for one call, its retries, log and spans off. A key is always named: without one the SDK would look for
 * credentials of its own.
 */
function sdk({ baseUrl, apiKey }: Endpoint, limits: ModelLimits, fetch: Fetch): Anthropic {
  const headersAfterOurOwnTimers = limits.totalMs + 60_000;
  return new Anthropic({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    webhookKey: null,
    ...(apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
    maxRetries: 0,
    timeout: headersAfterOurOwnTimers,
    logLevel: 'off',
    openTelemetry: false,
    fetch,
  });
}
