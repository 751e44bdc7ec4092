import { type ModelAdapter } from '#libs/contracts';

import { anthropicClient } from './anthropic/anthropic-client.js';
import { type Endpoint } from './endpoint.js';
import { type ModelClient } from './model-client.port.js';
import { openaiClient } from './openai/openai-client.js';
import { responsesClient } from './openai-responses/responses-client.js';

/** The client of each wire format. */
export const modelClients: Readonly<Record<ModelAdapter, (endpoint: Endpoint) => ModelClient>> = {
  openai: openaiClient,
  'openai-responses': responsesClient,
  anthropic: anthropicClient,
};
