import OpenAI from 'openai';

import { type Endpoint } from '../endpoint.js';
import { type ModelLimits } from '../model-client.port.js';
import { type Fetch } from '../wire/streamed-call.js';

/**
 * The `openai` SDK for one call. Its retries, its log and its reading of the environment are off: it quotes what it
 * chokes on, and its timeout covers no more than the wait for headers. Time, idle time and bytes are watched here.
 */
export function openaiSdk(endpoint: Endpoint, limits: ModelLimits, fetch: Fetch): OpenAI {
  const headersAfterOurOwnTimers = limits.totalMs + 60_000;
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
    fetch,
  });
}
