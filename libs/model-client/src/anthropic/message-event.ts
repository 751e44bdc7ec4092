import { type TokenUsage } from '../model-client.port.js';
import { type Chunk, type ChoiceDelta, delta, nothingSaid } from '../wire/dialect.js';
import {
  isAbsent,
  members,
  type Members,
  membersOrNone,
  named,
  place,
  readOrNothing,
  text,
  tokens,
  word,
} from '../wire/members.js';

/**
 * One event of the Messages API. Kinds of events and blocks that are not known say nothing: the API adds to them without
 * a new version. An `error` event is seen by its member before it comes here.
 */
export function readMessageEvent(value: unknown): Chunk | undefined {
  return readOrNothing(() => {
    const event = members(value);
    switch (text(event['type']) ?? '') {
      case 'message_start':
        return begun(members(event['message']));
      case 'content_block_start':
        return chunkOf(begunBlock(event));
      case 'content_block_delta':
        return chunkOf(blockDelta(event));
      case 'message_delta':
        return ended(event);
      default:
        return nothingSaid;
    }
  });
}

const chunkOf = (said: Partial<ChoiceDelta> | undefined): Chunk =>
  said === undefined ? nothingSaid : { ...nothingSaid, choices: [delta(said)] };

/** The count of output at the beginning is not what comes: only the one at the end holds. */
function begun(message: Members): Chunk {
  const inputTokens = inputCount(membersOrNone(message['usage']));
  return { model: named(message['model']), usage: { inputTokens, outputTokens: null }, choices: [] };
}

const callPiece = (event: Members) => ({ index: place(event['index'] ?? 0), id: null, name: '', arguments: '' });

function begunBlock(event: Members): Partial<ChoiceDelta> | undefined {
  const block = members(event['content_block']);
  if (block['type'] !== 'tool_use') return undefined;
  return { toolCalls: [{ ...callPiece(event), id: named(block['id']), name: text(block['name']) ?? '' }] };
}

function blockDelta(event: Members): Partial<ChoiceDelta> | undefined {
  const said = members(event['delta']);
  switch (text(said['type']) ?? '') {
    case 'text_delta':
      return { content: text(said['text']) };
    case 'thinking_delta':
      return { reasoning: text(said['thinking']) };
    case 'input_json_delta':
      return { toolCalls: [{ ...callPiece(event), arguments: text(said['partial_json']) ?? '' }] };
    default:
      return undefined;
  }
}

function ended(event: Members): Chunk {
  const finishReason = word(membersOrNone(event['delta'])['stop_reason']);
  const choices = finishReason === null ? [] : [delta({ finishReason })];
  return { model: null, usage: isAbsent(event['usage']) ? null : finalUsage(members(event['usage'])), choices };
}

const finalUsage = (usage: Members): TokenUsage => ({
  inputTokens: inputCount(usage),
  outputTokens: tokens(usage['output_tokens']),
});

/** What was read from or written to the provider's cache is counted apart from the rest of the input. */
function inputCount(usage: Members): number | null {
  const plain = tokens(usage['input_tokens']);
  if (plain === null) return null;
  return plain + (tokens(usage['cache_creation_input_tokens']) ?? 0) + (tokens(usage['cache_read_input_tokens']) ?? 0);
}
