import { piecesOf, recorded, type Recording } from './recording-spec.js';

const sse = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
const done = 'data: [DONE]\n\n';

const chunk = (choices: unknown[], more: object = {}) =>
  sse({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: recorded.model,
    choices,
    ...more,
  });
const delta = (said: object, finish: string | null = null) =>
  chunk([{ index: 0, delta: said, logprobs: null, finish_reason: finish }]);
const start = delta({ role: 'assistant', content: '', refusal: null });
const said = (text: string) =>
  piecesOf(text)
    .map((content) => delta({ content }))
    .join('');
const usage = chunk([], { usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } });
const ended = (finish: string) => delta({}, finish) + usage + done;

const call = (index: number, id: string, name: string) =>
  delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
const argued = (index: number, text: string) =>
  piecesOf(text)
    .map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] }))
    .join('');

export const chatRecording: Recording = {
  adapter: 'openai',
  basePath: '/v1',
  path: '/v1/chat/completions',
  complete: start + said(recorded.text) + ended('stop'),
  withoutUsage: start + said(recorded.text) + delta({}, 'stop') + done,
  reasoned: start + delta({ reasoning_content: recorded.reasoning }) + said(recorded.text) + ended('stop'),
  refused:
    start +
    piecesOf(recorded.refusal)
      .map((refusal) => delta({ refusal }))
      .join('') +
    ended('stop'),
  truncated: start + said('{"answer":"Gr') + ended('length'),
  filtered: start + said('{"answer":"Gr') + ended('content_filter'),
  unknownFinish: start + said(recorded.text) + ended('insufficient_system_resource'),
  calls:
    start +
    recorded.calls.map((one, at) => call(at, one.id, one.name) + argued(at, one.arguments)).join('') +
    ended('tool_calls'),
  answerCall: start + call(0, 'call_1', 'answer') + argued(0, recorded.text) + ended('stop'),
  errorObject:
    start + said('{"answer":"Gr') + sse({ error: { message: 'canary', type: 'server_error', code: 'overloaded' } }),
  half:
    start +
    piecesOf(recorded.text)
      .slice(0, 2)
      .map((content) => delta({ content }))
      .join(''),
  long: (length) => start + said('x'.repeat(length)) + ended('stop'),
  malformed: sse({ choices: 'none' }),
};
