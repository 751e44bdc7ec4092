import OpenAI from 'openai';

import { chatBody, type ChatHouse, errorOf, openChatHouse } from '../../fixtures/chat.fixture-spec.js';

describe('a chat request that is refused', () => {
  let chat: ChatHouse;

  beforeAll(async () => (chat = await openChatHouse()), 60_000);
  afterAll(async () => chat?.house.stop(), 30_000);

  it.each<[string, number, string, string | null, () => [string, Record<string, unknown>]]>([
    ['no such token', 401, 'http.unauthorised', null, () => ['imp_unknown', {}]],
    ['a token that may not ask', 403, 'http.forbidden', null, () => [chat.house.tokens.reader, {}]],
    ['a token whose principal could not read', 403, 'http.forbidden', null, () => [chat.house.tokens.nobody, {}]],
    [
      'another channel',
      403,
      'http.forbidden',
      'imprimatur.channel',
      () => [chat.house.tokens.ada, { imprimatur: { channel: 'desk' } }],
    ],
    [
      'an act that is said to be executed',
      403,
      'http.forbidden',
      'imprimatur.context.executedActions',
      () => [chat.house.tokens.ada, { imprimatur: { context: { executedActions: [] } } }],
    ],
    ['an unknown model', 404, 'http.unknown_model', 'model', () => [chat.house.tokens.ada, { model: 'gpt-4o' }]],
    ['two choices', 400, 'http.unsupported_member', 'n', () => [chat.house.tokens.ada, { n: 2 }]],
    [
      'a retrieval',
      400,
      'not_supported_yet',
      'imprimatur.retrieval',
      () => [chat.house.tokens.ada, { imprimatur: { retrieval: { strategy: 'keyword', limit: 1 } } }],
    ],
    [
      'a bad label',
      400,
      'question.invalid',
      'metadata',
      () => [chat.house.tokens.ada, { metadata: { label: 'x'.repeat(1001) } }],
    ],
    [
      'an empty question',
      400,
      'question.invalid',
      'messages[0].content',
      () => [chat.house.tokens.ada, { messages: [{ role: 'user', content: '' }] }],
    ],
    [
      'too much text',
      413,
      'http.too_large',
      null,
      () => [chat.house.tokens.ada, { messages: [{ role: 'user', content: 'x'.repeat(300_000) }] }],
    ],
  ])('given %s, then %i %s, and nothing is asked', async (_name, status, code, param, of) => {
    const [token, parts] = of();
    const before = await chat.count();
    const error = await errorOf(chat.clientOf(token).chat.completions.create(chatBody(parts)));
    expect(error).toMatchObject({ status, code, param, type: expect.stringMatching(/_error$/) as string });
    expect(await chat.count()).toBe(before);
  });

  it('given a token above its rate, then 429 as an error of this API', async () => {
    const slow = await chat.house.start({ REQUESTS_PER_MINUTE: '2' });
    const hasty = new OpenAI({ apiKey: chat.house.tokens.bob, baseURL: `${slow.url}/v1`, maxRetries: 0 });
    await hasty.models.list();
    await hasty.models.list();
    expect(await errorOf(hasty.models.list())).toMatchObject({ status: 429, code: 'http.rate_limited' });
  }, 30_000);
});
