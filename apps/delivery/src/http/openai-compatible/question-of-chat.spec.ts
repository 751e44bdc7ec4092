import { type ApiToken, checkQuestion } from '#libs/contracts';
import { digestOfJson } from '#libs/kernel';

import { configuration } from '../../fixtures/configuration.fixture-spec.js';
import { chatInteractionId } from './chat-interaction-id.js';
import { type ChatRequest, readChatRequest } from './chat-request.js';
import { pointerInChat, questionOfChat } from './question-of-chat.js';

const token: ApiToken = {
  tokenDigest: `sha256:${'0'.repeat(64)}`,
  principal: { kind: 'agent', id: 'portal' },
  namespace: 'default',
  channels: ['web'],
  scopes: ['ask'],
  expiresAt: '2100-01-01T00:00:00Z',
};
const id = 'interaction-1';
const user = (content: unknown) => ({ role: 'user', content });
const plain = { model: 'auto', messages: [user('Why?')] };

function requestOf(parts: object = {}): ChatRequest {
  const read = readChatRequest({ ...plain, ...parts });
  if (!read.ok) throw new Error(read.failure.code);
  return read.value;
}
const asked = (parts: object = {}, by = token) => questionOfChat(requestOf(parts), id, by, configuration);

describe('the question of a chat request', () => {
  it('given one message, then it is the whole question, on the one channel of the token', () => {
    const question = asked({ temperature: 0, user: 'somebody' });
    expect(question).toEqual({ ok: true, value: { interactionId: id, channel: 'web', question: 'Why?' } });
    expect(question.ok && checkQuestion(question.value).ok).toBe(true);
  });

  it('given a conversation, then its last message is the question, and the earlier ones are its messages', () => {
    const messages = [
      { role: 'developer', content: 'Be short.' },
      { role: 'user', content: 'First?', name: 'ada' },
      { role: 'assistant', refusal: 'The answer was withheld.' },
      user([
        { type: 'text', text: 'Two' },
        { type: 'text', text: 'lines?' },
      ]),
    ];
    expect(asked({ messages })).toMatchObject({
      value: {
        question: 'Two\nlines?',
        messages: [
          { role: 'system', content: 'Be short.' },
          { role: 'user', content: 'First?', name: 'ada' },
          { role: 'assistant', content: '' },
        ],
      },
    });
  });

  it('given what tools said to the question, then it comes after what was said before, with the proposed calls', () => {
    const called = { id: 'c', type: 'function', function: { name: 'refund', arguments: '{"order":1}' } };
    const messages = [
      user('Hello'),
      user('Refund it.'),
      { role: 'assistant', content: null, tool_calls: [called] },
      { role: 'tool', content: 'refunded', tool_call_id: 'c' },
    ];
    expect(asked({ messages })).toMatchObject({
      value: {
        question: 'Refund it.',
        messages: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: '{"proposals":[{"name":"refund","arguments":"{\\"order\\":1}"}]}' },
          { role: 'tool', content: 'refunded' },
        ],
      },
    });
    const request = requestOf({ messages });
    expect(pointerInChat('/question', request)).toBe('/messages/1/content');
    expect(pointerInChat('/messages/0/name', request)).toBe('/messages/0/name');
    expect(pointerInChat('/messages/2/content', request)).toBe('/messages/3/content');
    expect(pointerInChat('/messages', request)).toBe('/messages');
  });

  it('given a schema, tools, a limit, labels and members of a question, then each has its place', () => {
    const schema = { type: 'object', properties: {} };
    const context = { fragments: [{ id: 'f', text: 'A fact.' }] };
    const question = asked({
      response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema, strict: true } },
      tools: [{ type: 'function', function: { name: 'refund', description: 'Gives back.', parameters: schema } }],
      max_tokens: 10,
      metadata: { ticket: '7' },
      imprimatur: { context, timeoutMs: 5000, locale: 'de' },
    });
    const structuredOutput = { schemaId: 'verdict', schemaVersion: digestOfJson(schema), mode: 'json_schema' };
    expect(question).toMatchObject({
      value: {
        structuredOutput: { ...structuredOutput, strict: true, schema },
        tools: [{ name: 'refund', description: 'Gives back.', parameters: schema }],
        limits: { outputTokens: 10 },
        extensions: { ticket: '7' },
        context,
        timeoutMs: 5000,
        locale: 'de',
      },
    });
  });

  it('given tools and the choice of none, then none is offered', () => {
    const tools = [{ type: 'function', function: { name: 'refund' } }];
    expect(asked({ tools, tool_choice: 'none' })).toEqual(asked());
    expect(asked({ tools })).toMatchObject({ value: { tools: [{ name: 'refund', parameters: { type: 'object' } }] } });
  });

  it('given a token with several channels, then the request names one', () => {
    const both = { ...token, channels: ['web', 'desk'] };
    expect(asked({}, both)).toEqual({ ok: false, failure: { code: 'http.invalid', pointer: '/imprimatur/channel' } });
    expect(asked({ imprimatur: { channel: 'desk' } }, both)).toMatchObject({ value: { channel: 'desk' } });
  });

  it.each([
    ['http.unknown_model', '/model', { model: 'gpt-4o' }],
    ['http.unknown_model', '/model', { model: 'constructor' }],
    ['http.invalid', '/messages/1/role', { messages: [user('Why?'), { role: 'assistant', content: 'Because' }] }],
    ['http.invalid', '/messages/0/content', { messages: [{ role: 'user' }] }],
    ['http.invalid', '/messages/0/content', { messages: [user({ text: 'x' })] }],
    [
      'http.unsupported_member',
      '/messages/0/content/1',
      { messages: [user([{ type: 'text', text: 'a' }, { type: 'image_url' }])] },
    ],
    ['http.unsupported_member', '/messages/0/content/0', { messages: [user([null])] }],
  ])('given what no question can say, then %s at %s', (code, pointer, parts) => {
    expect(asked(parts)).toEqual({ ok: false, failure: { code, pointer } });
  });

  it.each([
    [null, null, {}],
    ['/interactionId', null, {}],
    ['/question', '/messages/1/content', { messages: [user('a'), user('b')] }],
    ['/messages/0/content', '/messages/0/content', { messages: [user('a'), user('b')] }],
    ['/agent', '/model', {}],
    ['/structuredOutput/schema', '/response_format', {}],
    ['/limits/outputTokens', '/max_tokens', {}],
    ['/limits/outputTokens', '/max_completion_tokens', { max_completion_tokens: 5 }],
    ['/extensions/ticket', '/metadata/ticket', {}],
    ['/context/fragments/0/text', '/imprimatur/context/fragments/0/text', {}],
  ])('given a question refused at %s, then the request is refused at %s', (pointer, expected, parts) => {
    expect(pointerInChat(pointer, requestOf(parts))).toBe(expected);
  });
});

describe('the interaction of a chat request', () => {
  it('given a key, then it follows from the key, the principal and the namespace, and from nothing else', () => {
    const same = chatInteractionId({ ...token, channels: [], scopes: [] }, 'key-1');
    expect(chatInteractionId(token, 'key-1')).toBe(same);
    const others = [
      chatInteractionId(token, 'key-2'),
      chatInteractionId({ ...token, namespace: 'other' }, 'key-1'),
      chatInteractionId({ ...token, principal: { kind: 'human', id: 'portal' } }, 'key-1'),
      chatInteractionId(token, undefined),
      chatInteractionId(token, undefined),
    ];
    expect(new Set([same, ...others]).size).toBe(6);
  });
});
