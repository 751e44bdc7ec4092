import { type Endpoint } from '../endpoint.js';
import { type ModelClient } from '../model-client.port.js';
import { type Provider, streamedCall } from '../wire/streamed-call.js';
import { chatDialect } from './chat-dialect.js';
import { openaiSdk } from './openai-sdk.js';
import { requestBody } from './request-body.js';

/** Calls an OpenAI-compatible chat completions endpoint, always as a stream. */
export function openaiClient(endpoint: Endpoint): ModelClient {
  const provider: Provider = {
    baseUrl: endpoint.baseUrl,
    dialect: chatDialect,
    send: (request, { fetch, signal }) =>
      openaiSdk(endpoint, request.limits, fetch)
        .chat.completions.create(requestBody(request, endpoint.baseUrl), {
          signal,
          headers: { 'x-client-request-id': request.marker },
        })
        .asResponse(),
  };
  return { complete: (request, signal, hooks) => streamedCall(provider, request, signal, hooks) };
}
