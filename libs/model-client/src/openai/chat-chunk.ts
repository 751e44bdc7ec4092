import { type TokenUsage } from '../model-client.port.js';
import { type Chunk, type ChoiceDelta, type ToolCallPiece } from '../wire/dialect.js';
import {
  isAbsent,
  list,
  members,
  membersOrNone,
  named,
  place,
  readOrNothing,
  text,
  tokens,
  word,
} from '../wire/members.js';

/** A chunk of chat completions, read defensively: compatible servers leave out, add and null what they like. */
export function readChatChunk(value: unknown): Chunk | undefined {
  return readOrNothing(() => {
    const chunk = members(value);
    return {
      model: named(chunk['model']),
      usage: usage(chunk['usage']),
      choices: list(chunk['choices']).map(choice),
    };
  });
}

/** `message` stands where a server does not stream; beside a `delta` it repeats what was said so far. */
function choice(value: unknown): ChoiceDelta {
  const { index, delta, message, finish_reason: finishReason } = members(value);
  const said = membersOrNone(delta ?? message);
  return {
    index: place(index ?? 0),
    content: text(said['content']),
    refusal: text(said['refusal']),
    reasoning: text(said['reasoning_content'] ?? said['reasoning']),
    toolCalls: [...list(said['tool_calls']).map(toolCall), ...oldFunctionCall(said['function_call'])],
    finishReason: word(finishReason),
  };
}

function toolCall(value: unknown, at: number): ToolCallPiece {
  const { index, id, function: called } = members(value);
  const { name, arguments: given } = membersOrNone(called);
  return { index: place(index ?? at), id: named(id), name: text(name) ?? '', arguments: text(given) ?? '' };
}

/** The form before tool calls, which some servers still send. */
function oldFunctionCall(value: unknown): ToolCallPiece[] {
  if (isAbsent(value)) return [];
  const { name, arguments: given } = members(value);
  return [{ index: 0, id: null, name: text(name) ?? '', arguments: text(given) ?? '' }];
}

/** Some compatible servers use the names of the Responses API. */
function usage(value: unknown): TokenUsage | null {
  if (isAbsent(value)) return null;
  const counts = members(value);
  return {
    inputTokens: tokens(counts['prompt_tokens'] ?? counts['input_tokens']),
    outputTokens: tokens(counts['completion_tokens'] ?? counts['output_tokens']),
  };
}
