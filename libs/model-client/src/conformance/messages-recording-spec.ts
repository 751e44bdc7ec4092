import { piecesOf, recorded, type Recording } from './recording-spec.js';

const event = (type: string, data: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: recorded.model,
  content: [],
  stop_reason: null,
};
const startWith = (usage: object) => event('message_start', { message: { ...message, usage } }) + event('ping');
const start = startWith({
  input_tokens: 6,
  cache_creation_input_tokens: 2,
  cache_read_input_tokens: 3,
  output_tokens: 1,
});

const block = (index: number, begun: object, deltas: readonly object[]) =>
  event('content_block_start', { index, content_block: begun }) +
  deltas.map((delta) => event('content_block_delta', { index, delta })).join('') +
  event('content_block_stop', { index });
const said = (text: string, index = 0) =>
  block(
    index,
    { type: 'text', text: '' },
    piecesOf(text).map((piece) => ({ type: 'text_delta', text: piece })),
  );
const call = (index: number, { id, name, arguments: given }: (typeof recorded.calls)[number]) =>
  block(
    index,
    { type: 'tool_use', id, name, input: {} },
    ['', ...piecesOf(given)].map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
  );
const thought = block(0, { type: 'thinking', thinking: '', signature: '' }, [
  { type: 'thinking_delta', thinking: recorded.reasoning },
  { type: 'signature_delta', signature: 'c2lnbmVk' },
]);

const ended = (reason: string, usage: object | undefined = { output_tokens: 7 }) =>
  event('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, ...(usage ? { usage } : {}) }) +
  event('message_stop');

export const messagesRecording: Recording = {
  adapter: 'anthropic',
  basePath: '',
  path: '/v1/messages',
  complete: start + said(recorded.text) + ended('end_turn'),
  withoutUsage: startWith({}) + said(recorded.text) + ended('end_turn', {}),
  reasoned: start + thought + said(recorded.text, 1) + ended('end_turn'),
  // A refusal has a reason of its own, and what was said before it stands as text.
  refused: start + said(recorded.refusal) + ended('refusal'),
  truncated: start + said('{"answer":"Gr') + ended('max_tokens'),
  filtered: start + said('{"answer":"Gr') + ended('refusal'),
  unknownFinish: start + said(recorded.text) + ended('pause_turn'),
  calls: start + recorded.calls.map((one, at) => call(at, one)).join('') + ended('tool_use'),
  answerCall: start + call(0, { id: 'call_1', name: 'answer', arguments: recorded.text }) + ended('tool_use'),
  errorObject:
    start + said('{"answer":"Gr') + event('error', { error: { type: 'overloaded_error', message: 'canary' } }),
  half:
    start +
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: recorded.text.slice(0, 14) } }),
  long: (length) => start + said('x'.repeat(length)) + ended('end_turn'),
  malformed: event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 7 } }),
};
