export * from './model-client.port.js';
export { openaiClient, type OpenAiEndpoint } from './openai/openai-client.js';
