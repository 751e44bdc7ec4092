export * from './model-client.port.js';
export { type Endpoint } from './endpoint.js';
export { openaiClient } from './openai/openai-client.js';
