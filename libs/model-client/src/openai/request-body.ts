import { type ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';

import { type ModelRequest } from '../model-client.port.js';

export function requestBody(request: ModelRequest, baseUrl: string): ChatCompletionCreateParamsStreaming {
  return {
    model: request.model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    response_format: responseFormat(request),
    stream: true,
    stream_options: { include_usage: true },
    ...tokenLimit(request.limits.outputTokens, baseUrl),
  };
}

function responseFormat({ mode, schema }: ModelRequest): ChatCompletionCreateParamsStreaming['response_format'] {
  if (mode === 'json_mode') return { type: 'json_object' };
  return {
    type: 'json_schema',
    json_schema: { name: schema.name, strict: mode === 'strict', schema: { ...schema.schema } },
  };
}

/** OpenAI's reasoning models take only the new name, many compatible servers only the old one. */
function tokenLimit(tokens: number, baseUrl: string): { max_completion_tokens: number } | { max_tokens: number } {
  return new URL(baseUrl).host === 'api.openai.com' ? { max_completion_tokens: tokens } : { max_tokens: tokens };
}
