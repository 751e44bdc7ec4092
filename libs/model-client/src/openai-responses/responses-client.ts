import { type Endpoint } from '../endpoint.js';
import { type ModelClient } from '../model-client.port.js';
import { openaiSdk } from '../openai/openai-sdk.js';
import { type Provider, streamedCall } from '../wire/streamed-call.js';
import { requestBody } from './request-body.js';
import { responsesDialect } from './responses-dialect.js';

/** Calls OpenAI's Responses API, always as a stream. */
export function responsesClient(endpoint: Endpoint): ModelClient {
  const provider: Provider = {
    baseUrl: endpoint.baseUrl,
    dialect: responsesDialect,
    send: (request, { fetch, signal }) =>
      openaiSdk(endpoint, request.limits, fetch)
        .responses.create(requestBody(request), { signal, headers: { 'x-client-request-id': request.marker } })
        .asResponse(),
  };
  return { complete: (request, signal, hooks) => streamedCall(provider, request, signal, hooks) };
}
