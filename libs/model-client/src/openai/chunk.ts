import { type TokenUsage } from '../model-client.port.js';

/** One chunk of the wire format, read defensively: compatible servers leave out, add and null what they like. */
export interface Chunk {
  readonly model: string | null;
  readonly usage: TokenUsage | null;
  readonly choices: readonly ChoiceDelta[];
}

export interface ChoiceDelta {
  readonly index: number;
  readonly content: string | null;
  readonly refusal: string | null;
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolCallPiece[];
  /** null too where the server writes an empty word into chunks that are not the last. */
  readonly finishReason: string | null;
  /** UTF-8 bytes of what this piece adds. */
  readonly bytes: number;
}

export interface ToolCallPiece {
  readonly index: number;
  readonly id: string | null;
  readonly name: string;
  readonly arguments: string;
}

type Members = Readonly<Record<string, unknown>>;

/** Thrown and caught in this file alone: a deep reader reads better with one way out. */
class NotTheFormat extends Error {}

/** undefined where the value is not a chunk of chat completions. */
export function readChunk(value: unknown): Chunk | undefined {
  try {
    const chunk = members(value);
    return {
      model: named(chunk['model']),
      usage: usage(chunk['usage']),
      choices: list(chunk['choices']).map(choice),
    };
  } catch (error) {
    if (error instanceof NotTheFormat) return undefined;
    throw error;
  }
}

function choice(value: unknown): ChoiceDelta {
  const { index, delta, finish_reason: finishReason } = members(value);
  const said = delta === null || delta === undefined ? {} : members(delta);
  const content = text(said['content']);
  const refusal = text(said['refusal']);
  const reasoning = text(said['reasoning_content'] ?? said['reasoning']);
  const toolCalls = [...list(said['tool_calls']).map(toolCall), ...oldFunctionCall(said['function_call'])];
  const parts = [content, refusal, reasoning, ...toolCalls.flatMap((call) => [call.name, call.arguments])];
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part ?? ''), 0);
  return {
    index: place(index ?? 0),
    content,
    refusal,
    reasoning,
    toolCalls,
    finishReason: text(finishReason)?.slice(0, 100) || null,
    bytes,
  };
}

function toolCall(value: unknown): ToolCallPiece {
  const { index, id, function: called } = members(value);
  const { name, arguments: given } = called === undefined || called === null ? ({} as Members) : members(called);
  return { index: place(index ?? 0), id: named(id), name: text(name) ?? '', arguments: text(given) ?? '' };
}

/** The form before tool calls, which some servers still send. */
function oldFunctionCall(value: unknown): ToolCallPiece[] {
  if (value === undefined || value === null) return [];
  const { name, arguments: given } = members(value);
  return [{ index: 0, id: null, name: text(name) ?? '', arguments: text(given) ?? '' }];
}

function usage(value: unknown): TokenUsage | null {
  if (value === undefined || value === null) return null;
  const { prompt_tokens: input, completion_tokens: output } = members(value);
  return { inputTokens: tokens(input), outputTokens: tokens(output) };
}

const tokens = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;

function members(value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new NotTheFormat();
  return value as Members;
}

function list(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new NotTheFormat();
  return value;
}

function text(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new NotTheFormat();
  return value;
}

/** An id or a model's name: our contracts hold up to 200 characters; an empty one names nothing. */
function named(value: unknown): string | null {
  const name = text(value);
  if (name !== null && name.length > 200) throw new NotTheFormat();
  return name === '' ? null : name;
}

function place(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new NotTheFormat();
  return Number(value);
}
