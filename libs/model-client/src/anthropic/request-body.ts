import {
  type ContentBlockParam,
  type MessageCreateParamsStreaming,
  type MessageParam,
  type Tool,
} from '@anthropic-ai/sdk/resources/messages';

import { type ModelMessage, type ModelRequest, type ModelTool, type ToolCall } from '../model-client.port.js';

/** There is no JSON mode here: in mode `json_mode` the prompt alone asks for the shape. */
export function requestBody(request: ModelRequest): MessageCreateParamsStreaming {
  const { mode, schema } = request;
  const isHeld = mode === 'strict' || mode === 'json_schema';
  return {
    model: request.model,
    max_tokens: request.limits.outputTokens,
    ...system(request.messages),
    messages: turns(request.messages),
    ...(isHeld ? { output_config: { format: { type: 'json_schema', schema: { ...schema.schema } } } } : {}),
    ...tools(request),
    stream: true,
  };
}

/** The instructions stand apart from the turns, wherever they came. */
function system(messages: readonly ModelMessage[]): { system?: string } {
  const instructions = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return instructions.length === 0 ? {} : { system: instructions.join('\n\n') };
}

/** What calls came to goes back as one user turn: each of them must stand in the turn right after the calls. */
function turns(messages: readonly ModelMessage[]): MessageParam[] {
  const all: MessageParam[] = [];
  for (const said of messages) {
    const last = all.at(-1);
    if (said.role === 'system') continue;
    if (said.role !== 'tool') all.push(turn(said));
    else if (last?.role === 'user' && Array.isArray(last.content)) last.content.push(outcome(said));
    else all.push({ role: 'user', content: [outcome(said)] });
  }
  return all;
}

function turn(said: Extract<ModelMessage, { role: 'user' | 'system' | 'assistant' }>): MessageParam {
  if (said.role !== 'assistant') return { role: 'user', content: said.content };
  const calls: ContentBlockParam[] = (said.toolCalls ?? []).map(call);
  return {
    role: 'assistant',
    content: [...(said.content ? [{ type: 'text' as const, text: said.content }] : []), ...calls],
  };
}

const outcome = ({ callId, content }: Extract<ModelMessage, { role: 'tool' }>): ContentBlockParam => ({
  type: 'tool_result',
  tool_use_id: callId,
  content,
});

const call = ({ id, name, arguments: given }: ToolCall): ContentBlockParam => ({
  type: 'tool_use',
  id,
  name,
  input: objectOf(given),
});

/** The API takes an object alone; arguments that are none were never valid, and are handed back as the text they are. */
function objectOf(given: string): object {
  try {
    const value: unknown = JSON.parse(given);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Falls through to the text.
  }
  return { text: given };
}

type Parts = Partial<MessageCreateParamsStreaming>;

function tools({
  mode,
  schema: { name, schema },
  tools: offered = [],
  parallelToolCalls = false,
}: ModelRequest): Parts {
  const calls = offered.map(tool);
  const parallel = { disable_parallel_tool_use: !parallelToolCalls };
  if (mode !== 'tool') return calls.length === 0 ? {} : { tools: calls, tool_choice: { type: 'auto', ...parallel } };
  const answer = tool({ name, description: 'The answer.', parameters: schema, strict: false });
  const choice = calls.length === 0 ? { type: 'tool' as const, name } : { type: 'any' as const };
  return { tools: [...calls, answer], tool_choice: { ...choice, ...parallel } };
}

const tool = ({ name, description, parameters, strict }: ModelTool): Tool => ({
  name,
  ...(description === null ? {} : { description }),
  input_schema: { ...parameters, type: 'object' },
  ...(strict ? { strict } : {}),
});
