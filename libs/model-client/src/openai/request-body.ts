import {
  type ChatCompletionCreateParamsStreaming,
  type ChatCompletionFunctionTool,
  type ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';

import { type ModelMessage, type ModelRequest, type ModelTool } from '../model-client.port.js';

export function requestBody(request: ModelRequest, baseUrl: string): ChatCompletionCreateParamsStreaming {
  return {
    model: request.model,
    messages: request.messages.map(message),
    ...responseFormat(request),
    ...tools(request),
    stream: true,
    stream_options: { include_usage: true },
    ...tokenLimit(request.limits.outputTokens, baseUrl),
  };
}

function message(said: ModelMessage): ChatCompletionMessageParam {
  if (said.role === 'tool') return { role: 'tool', tool_call_id: said.callId, content: said.content };
  if (said.role !== 'assistant') return { role: said.role, content: said.content };
  const calls = said.toolCalls ?? [];
  if (calls.length === 0) return { role: 'assistant', content: said.content };
  const toolCalls = calls.map(({ id, name, arguments: given }) => ({
    ...{ id, type: 'function' as const },
    function: { name, arguments: given },
  }));
  return { role: 'assistant', content: said.content, tool_calls: toolCalls };
}

type Parts = Partial<ChatCompletionCreateParamsStreaming>;

function responseFormat({ mode, schema: { name, schema } }: ModelRequest): Parts {
  if (mode === 'tool') return {};
  if (mode === 'json_mode') return { response_format: { type: 'json_object' } };
  const format = { name, strict: mode === 'strict', schema: { ...schema } };
  return { response_format: { type: 'json_schema', json_schema: format } };
}

function tools({
  mode,
  schema: { name, schema },
  tools: offered = [],
  parallelToolCalls = false,
}: ModelRequest): Parts {
  const calls = offered.map(tool);
  if (mode !== 'tool') return calls.length === 0 ? {} : { tools: calls, parallel_tool_calls: parallelToolCalls };
  const answer = tool({ name, description: 'The answer.', parameters: schema, strict: false });
  return {
    tools: [...calls, answer],
    tool_choice: calls.length === 0 ? { type: 'function', function: { name } } : 'required',
    parallel_tool_calls: parallelToolCalls,
  };
}

const tool = ({ name, description, parameters, strict }: ModelTool): ChatCompletionFunctionTool => ({
  type: 'function',
  function: {
    name,
    ...(description === null ? {} : { description }),
    parameters: { ...parameters },
    ...(strict ? { strict } : {}),
  },
});

/** OpenAI's reasoning models take only the new name, many compatible servers only the old one. */
function tokenLimit(tokens: number, baseUrl: string): { max_completion_tokens: number } | { max_tokens: number } {
  return new URL(baseUrl).host === 'api.openai.com' ? { max_completion_tokens: tokens } : { max_tokens: tokens };
}
