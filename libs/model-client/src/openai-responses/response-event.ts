import { type TokenUsage } from '../model-client.port.js';
import { type Chunk, type ChoiceDelta, delta, nothingSaid } from '../wire/dialect.js';
import { ErrorInStream } from '../wire/faults.js';
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
 * One event of the Responses API. Text comes from the deltas alone: the `done` events repeat it. What carries no part of
 * an answer of ours says nothing.
 * @throws ErrorInStream
 */
export function readResponseEvent(value: unknown): Chunk | undefined {
  return readOrNothing(() => {
    const event = members(value);
    const type = text(event['type']) ?? '';
    if (type === 'error' || type === 'response.failed') throw new ErrorInStream();
    const said = saidBy(type, event);
    if (said !== undefined) return { ...nothingSaid, choices: [delta(said)] };
    return isAbsent(event['response']) ? nothingSaid : stateOf(type, members(event['response']));
  });
}

function saidBy(type: string, event: Members): Partial<ChoiceDelta> | undefined {
  switch (type) {
    case 'response.output_text.delta':
      return { content: text(event['delta']) };
    case 'response.refusal.delta':
      return { refusal: text(event['delta']) };
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return { reasoning: text(event['delta']) };
    case 'response.function_call_arguments.delta':
      return { toolCalls: [{ ...nextPiece(event), arguments: text(event['delta']) ?? '' }] };
    case 'response.output_item.added':
      return begunCall(event);
    default:
      return undefined;
  }
}

const nextPiece = (event: Members) => ({ index: place(event['output_index'] ?? 0), id: null, name: '', arguments: '' });

/** The item of a call brings its name and the id that its output is to name; other items bring nothing yet. */
function begunCall(event: Members): Partial<ChoiceDelta> | undefined {
  const item = members(event['item']);
  if (item['type'] !== 'function_call') return undefined;
  const call = { ...nextPiece(event), id: named(item['call_id']), name: text(item['name']) ?? '' };
  return { toolCalls: [call] };
}

/** The response as a whole, which some events carry: its model, its usage, and at the end how it ended. */
function stateOf(type: string, response: Members): Chunk {
  const finishReason = endedBy(type, response);
  return {
    model: named(response['model']),
    usage: usage(response['usage']),
    choices: finishReason === null ? [] : [delta({ finishReason })],
  };
}

function endedBy(type: string, response: Members): string | null {
  if (type === 'response.completed') return word(response['status']) ?? 'completed';
  if (type !== 'response.incomplete') return null;
  return word(membersOrNone(response['incomplete_details'])['reason']) ?? 'incomplete';
}

function usage(value: unknown): TokenUsage | null {
  if (isAbsent(value)) return null;
  const { input_tokens: input, output_tokens: output } = members(value);
  return { inputTokens: tokens(input), outputTokens: tokens(output) };
}
