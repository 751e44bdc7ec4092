import { piecesOf, recorded, type Recording } from './recording-spec.js';

let sequence = 0;
const event = (type: string, data: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...data })}\n\n`;

const usage = { input_tokens: 11, output_tokens: 7, total_tokens: 18 };
const response = (status: string, more: object = {}) => ({
  response: {
    id: 'resp_1',
    object: 'response',
    model: recorded.model,
    status,
    error: null,
    usage: null,
    output: [],
    ...more,
  },
});
const start =
  event('response.created', response('in_progress')) + event('response.in_progress', response('in_progress'));

const item = (index: number, data: object) => event('response.output_item.added', { output_index: index, item: data });
const message = item(0, { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] });
const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
const part = event('response.content_part.added', {
  ...place,
  part: { type: 'output_text', text: '', annotations: [] },
});
const deltas = (text: string) =>
  piecesOf(text)
    .map((delta) => event('response.output_text.delta', { ...place, delta, logprobs: [] }))
    .join('');
const said = (text: string) =>
  message + part + deltas(text) + event('response.output_text.done', { ...place, text, logprobs: [] });

const completed = (more: object = { usage }) => event('response.completed', response('completed', more));
const incomplete = (reason: string) =>
  event('response.incomplete', response('incomplete', { usage, incomplete_details: { reason } }));

const call = (index: number, { id, name, arguments: given }: (typeof recorded.calls)[number]) => {
  const fields = { item_id: `fc_${index}`, output_index: index };
  const begun = { id: `fc_${index}`, type: 'function_call', status: 'in_progress', call_id: id, name, arguments: '' };
  const pieces = piecesOf(given).map((delta) => event('response.function_call_arguments.delta', { ...fields, delta }));
  return (
    item(index, begun) +
    pieces.join('') +
    event('response.function_call_arguments.done', { ...fields, name, arguments: given })
  );
};
const refusal = piecesOf(recorded.refusal)
  .map((delta) => event('response.refusal.delta', { ...place, delta }))
  .join('');
const thought = event('response.reasoning_summary_text.delta', {
  item_id: 'rs_1',
  output_index: 1,
  summary_index: 0,
  delta: recorded.reasoning,
});

export const responsesRecording: Recording = {
  adapter: 'openai-responses',
  basePath: '/v1',
  path: '/v1/responses',
  complete: start + said(recorded.text) + completed(),
  withoutUsage: start + said(recorded.text) + completed({}),
  reasoned: start + thought + said(recorded.text) + completed(),
  refused: start + message + refusal + completed(),
  truncated: start + said('{"answer":"Gr') + incomplete('max_output_tokens'),
  filtered: start + said('{"answer":"Gr') + incomplete('content_filter'),
  unknownFinish: start + said(recorded.text) + incomplete('out_of_luck'),
  calls: start + recorded.calls.map((one, at) => call(at, one)).join('') + completed(),
  answerCall: start + call(0, { id: 'call_1', name: 'answer', arguments: recorded.text }) + completed(),
  errorObject: start + said('{"answer":"Gr') + event('error', { code: 'server_error', message: 'canary', param: null }),
  half: start + message + part + deltas(recorded.text.slice(0, 14)),
  long: (length) => start + said('x'.repeat(length)) + completed(),
  malformed: event('response.output_text.delta', { ...place, delta: 7 }),
};
