import {
  type FunctionTool,
  type ResponseCreateParamsStreaming,
  type ResponseInputItem,
  type ResponseTextConfig,
} from 'openai/resources/responses/responses';

import { type ModelMessage, type ModelRequest, type ModelTool } from '../model-client.port.js';

/** `store: false`: the provider keeps nothing of it for a later request. */
export function requestBody(request: ModelRequest): ResponseCreateParamsStreaming {
  const format = textFormat(request);
  return {
    model: request.model,
    input: request.messages.flatMap(items),
    ...(format === undefined ? {} : { text: { format } }),
    ...tools(request),
    max_output_tokens: request.limits.outputTokens,
    store: false,
    stream: true,
  };
}

function items(said: ModelMessage): ResponseInputItem[] {
  if (said.role === 'tool') return [{ type: 'function_call_output', call_id: said.callId, output: said.content }];
  if (said.role !== 'assistant') return [{ role: said.role, content: said.content }];
  const calls = (said.toolCalls ?? []).map(({ id, name, arguments: given }) => ({
    ...{ type: 'function_call' as const, call_id: id },
    ...{ name, arguments: given },
  }));
  return [...(said.content === null ? [] : [{ role: 'assistant' as const, content: said.content }]), ...calls];
}

function textFormat({ mode, schema: { name, schema } }: ModelRequest): ResponseTextConfig['format'] {
  if (mode === 'tool') return undefined;
  if (mode === 'json_mode') return { type: 'json_object' };
  return { type: 'json_schema', name, schema: { ...schema }, strict: mode === 'strict' };
}

type Parts = Partial<ResponseCreateParamsStreaming>;

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
    tool_choice: calls.length === 0 ? { type: 'function', name } : 'required',
    parallel_tool_calls: parallelToolCalls,
  };
}

/** Here a `strict` that is left out means true. */
const tool = ({ name, description, parameters, strict }: ModelTool): FunctionTool => ({
  type: 'function',
  name,
  description,
  parameters: { ...parameters },
  strict,
});
