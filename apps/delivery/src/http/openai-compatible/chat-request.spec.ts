import { readChatRequest } from './chat-request.js';

const body = { model: 'auto', messages: [{ role: 'user', content: 'Why?' }] };

describe('a chat request', () => {
  it('given members that ask for nothing more, or are null, then it is taken', () => {
    const preferences = { temperature: 0.2, top_p: 1, seed: 7, user: 'u', store: false, n: 1, logprobs: false };
    const nulls = { stop: null, audio: null, logit_bias: null, top_logprobs: null };
    const messages = [{ role: 'assistant', content: null, refusal: null, tool_calls: null }, ...body.messages];
    const read = readChatRequest({ ...body, ...preferences, ...nulls, messages });
    expect(read).toEqual({
      ok: true,
      value: { ...body, ...preferences, messages: [{ role: 'assistant' }, ...body.messages] },
    });
  });

  it.each([
    ['http.unsupported_member', '/n', { n: 2 }],
    ['http.unsupported_member', '/logprobs', { logprobs: true }],
    ['http.unsupported_member', '/modalities/1', { modalities: ['text', 'audio'] }],
    ['http.unsupported_member', '/audio', { audio: { voice: 'alloy', format: 'mp3' } }],
    ['http.unsupported_member', '/stop', { stop: ['\n'] }],
    ['http.unsupported_member', '/logit_bias', { logit_bias: { 50256: -100 } }],
    ['http.unsupported_member', '/functions', { functions: [] }],
    ['http.unsupported_member', '/imprimatur/principal', { imprimatur: { principal: { kind: 'human', id: 'eve' } } }],
    ['http.unsupported_member', '', { 'not a plain name': 1 }],
    ['http.invalid', '/model', { model: undefined }],
    ['http.invalid', '/messages', { messages: [] }],
    ['http.invalid', '/messages/0/role', { messages: [{ role: 'function', content: 'x' }] }],
    ['http.invalid', '/tool_choice', { tool_choice: 'required' }],
    ['http.invalid', '/max_tokens', { max_tokens: 0 }],
    ['question.ill_formed', null, { metadata: { label: '\ud800' } }],
    ['question.ill_formed', null, { tools: [{ function: { parameters: { maximum: Infinity } } }] }],
  ])('given what is not taken, then %s at %s', (code, pointer, parts) => {
    expect(readChatRequest({ ...body, ...parts })).toEqual({ ok: false, failure: { code, pointer } });
  });

  it.each([undefined, null, 7, 'text', [], [body]])('given %j for a body, then it is refused', (value) => {
    expect(readChatRequest(value)).toMatchObject({ ok: false, failure: { code: 'http.invalid', pointer: '' } });
  });

  it('given a schema nested too deep, then it is refused without being followed', () => {
    let schema: object = {};
    for (let depth = 0; depth < 20_000; depth += 1) schema = { items: schema };
    const format = { type: 'json_schema', json_schema: { name: 'deep', schema } };
    const failure = { code: 'question.too_deep', pointer: null };
    expect(readChatRequest({ ...body, response_format: format })).toEqual({ ok: false, failure });
  });
});
