import { requestBody as messagesBody } from '../anthropic/request-body.js';
import { type ModelRequest } from '../model-client.port.js';
import { requestBody as chatBody } from '../openai/request-body.js';
import { requestBody as responsesBody } from '../openai-responses/request-body.js';

const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };
const tool = { name: 'find_order', description: 'Finds an order.', parameters: schema, strict: true };
const call = { id: 'call_1', name: 'find_order', arguments: '{"identity":"ORD-1042"}' };
const conversation: ModelRequest['messages'] = [
  { role: 'system', content: 'the rules' },
  { role: 'user', content: 'an earlier question' },
  { role: 'assistant', content: null, toolCalls: [call, { ...call, id: 'call_2', arguments: 'no json' }] },
  { role: 'tool', callId: 'call_1', content: 'sent' },
  { role: 'tool', callId: 'call_2', content: 'unknown' },
  { role: 'assistant', content: 'an earlier answer' },
  { role: 'user', content: 'the question' },
];
const request = (parts: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'model-1',
  messages: conversation,
  mode: 'strict',
  schema: { name: 'answer', schema },
  limits: { totalMs: 1000, idleMs: 1000, outputBytes: 1000, outputTokens: 50 },
  marker: 'default/interaction-1/0/1',
  ...parts,
});
const chat = (parts?: Partial<ModelRequest>) => chatBody(request(parts), 'http://127.0.0.1/v1');
const responses = (parts?: Partial<ModelRequest>) => responsesBody(request(parts));
const messages = (parts?: Partial<ModelRequest>) => messagesBody(request(parts));

describe('a conversation on the wire', () => {
  it('given chat completions, then every role stands in its place and a result names its call', () => {
    const sent = chat().messages;
    expect(sent.map(({ role }) => role)).toEqual(conversation.map(({ role }) => role));
    expect(sent[2]).toMatchObject({
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function' }, { id: 'call_2' }],
    });
    expect(sent[3]).toEqual({ role: 'tool', tool_call_id: 'call_1', content: 'sent' });
  });

  it('given the Responses API, then calls and their results are items of their own, and nothing is stored', () => {
    const { input, store } = responses();
    expect(store).toBe(false);
    expect(input).toEqual([
      { role: 'system', content: 'the rules' },
      { role: 'user', content: 'an earlier question' },
      { type: 'function_call', call_id: 'call_1', name: 'find_order', arguments: call.arguments },
      { type: 'function_call', call_id: 'call_2', name: 'find_order', arguments: 'no json' },
      { type: 'function_call_output', call_id: 'call_1', output: 'sent' },
      { type: 'function_call_output', call_id: 'call_2', output: 'unknown' },
      { role: 'assistant', content: 'an earlier answer' },
      { role: 'user', content: 'the question' },
    ]);
  });

  it('given the Messages API, then the rules stand apart and all results are one turn', () => {
    const { system, messages: turns } = messages();
    expect(system).toBe('the rules');
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
    expect(turns[1]?.content).toMatchObject([{ input: { identity: 'ORD-1042' } }, { input: { text: 'no json' } }]);
    expect(turns[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'call_1', content: 'sent' },
      { type: 'tool_result', tool_use_id: 'call_2', content: 'unknown' },
    ]);
  });
});

describe('how an answer is asked for', () => {
  it.each([
    ['strict', { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } }],
    ['json_schema', { type: 'json_schema', json_schema: { name: 'answer', strict: false, schema } }],
    ['json_mode', { type: 'json_object' }],
    ['tool', undefined],
  ] as const)('given mode %s, then chat completions asks for that form', (mode, format) => {
    expect(chat({ mode }).response_format).toEqual(format);
  });

  it.each([
    ['strict', { type: 'json_schema', name: 'answer', strict: true, schema }],
    ['json_schema', { type: 'json_schema', name: 'answer', strict: false, schema }],
    ['json_mode', { type: 'json_object' }],
    ['tool', undefined],
  ] as const)('given mode %s, then the Responses API is asked for that form', (mode, format) => {
    expect(responses({ mode }).text?.format).toEqual(format);
  });

  it.each([
    ['strict', { type: 'json_schema', schema }],
    ['json_schema', { type: 'json_schema', schema }],
    ['json_mode', undefined],
    ['tool', undefined],
  ] as const)('given mode %s, then the Messages API is asked for that form', (mode, format) => {
    expect(messages({ mode }).output_config?.format).toEqual(format);
  });

  it('given mode tool, then the answer is the one call that must come', () => {
    expect(chat({ mode: 'tool' })).toMatchObject({
      tools: [{ type: 'function', function: { name: 'answer', parameters: schema } }],
      tool_choice: { type: 'function', function: { name: 'answer' } },
      parallel_tool_calls: false,
    });
    expect(responses({ mode: 'tool' })).toMatchObject({
      tools: [{ type: 'function', name: 'answer', strict: false }],
      tool_choice: { type: 'function', name: 'answer' },
      parallel_tool_calls: false,
    });
    expect(messages({ mode: 'tool' })).toMatchObject({
      tools: [{ name: 'answer', input_schema: schema }],
      tool_choice: { type: 'tool', name: 'answer', disable_parallel_tool_use: true },
    });
  });

  it('given tools, then the model may call them, and in mode tool it calls one of them or the answer', () => {
    const strictTool = { type: 'function', function: { name: 'find_order', strict: true } };
    expect(chat({ tools: [tool] })).toMatchObject({ tools: [strictTool], parallel_tool_calls: false });
    expect(chat({ tools: [tool] })).not.toHaveProperty('tool_choice');
    expect(responses({ tools: [tool] })).toMatchObject({ tools: [{ name: 'find_order', strict: true }] });
    expect(messages({ tools: [tool], parallelToolCalls: true })).toMatchObject({
      tools: [{ name: 'find_order', strict: true }],
      tool_choice: { type: 'auto', disable_parallel_tool_use: false },
    });
    expect(chat({ mode: 'tool', tools: [tool] })).toMatchObject({ tool_choice: 'required' });
    expect(responses({ mode: 'tool', tools: [tool] })).toMatchObject({ tool_choice: 'required' });
    expect(messages({ mode: 'tool', tools: [tool] })).toMatchObject({ tool_choice: { type: 'any' } });
  });
});
