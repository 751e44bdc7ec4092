import { readFileSync } from 'node:fs';

import { type House, headerOf, startHouse } from './house.js';

const question = JSON.parse(readFileSync('examples/question.json', 'utf8')) as Record<string, unknown>;

describe('bad input gets a coded answer, and nothing hangs', () => {
  let house: House;
  beforeAll(async () => (house = await startHouse()), 90_000);
  afterAll(() => house.stop(), 60_000);

  it.each([
    ['an unknown member', { colour: 'red' }, 'question.unknown_member'],
    ['a member that is not built', { retrieval: { strategy: 'keyword', limit: 1 } }, 'not_supported_yet'],
    ['a missing question', { question: undefined }, 'question.invalid'],
    ['a lone surrogate', { question: '\ud800' }, 'question.ill_formed'],
  ])('over Kafka: given %s, dead-letters it and tells the client', async (_name, change, code) => {
    const interactionId = `bad-${code.replace(/[^a-z]/g, '-')}`;
    await house.ask({ ...question, interactionId, ...change });
    expect(await house.clientEvents(interactionId)).toMatchObject([{ type: 'answer.failed.v1', data: { code } }]);
    expect(await house.deadLetters(interactionId)).toEqual([{ topic: 'dlq.generation.v1', code }]);
  });

  it.each([
    [
      'an unknown channel',
      JSON.stringify({ ...question, interactionId: 'no-such-channel', channel: 'nowhere' }),
      {},
      'no-such-channel',
      'question.unknown_channel',
    ],
    ['broken JSON', '{"interactionId":"broken-json",}', {}, 'broken-json', 'event.not_json'],
    [
      'another content type',
      'interactionId=form-data',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'form-data',
      'event.content_type',
    ],
    [
      'a repeated header',
      JSON.stringify({ ...question, interactionId: 'repeated-header' }),
      { ce_id: ['a', 'b'] },
      'repeated-header',
      'event.repeated_header',
    ],
    [
      'an id too short to read',
      JSON.stringify({ ...question, interactionId: 'short' }),
      {},
      '"short"',
      'question.invalid',
    ],
  ] as const)('over Kafka: given %s, leaves a dead letter with its code', async (_name, value, headers, part, code) => {
    await house.publish('questions.asked.v1', value, headers as Record<string, string | string[]>);
    // Of an unknown channel generation and delivery make a dead letter each.
    expect(new Set((await house.deadLetters(part)).map((letter) => letter.code))).toEqual(new Set([code]));
  });

  it('over Kafka: given a tombstone, dead-letters it and goes on', async () => {
    await house.publish('questions.asked.v1', null, {}, 'default/tombstone-question');
    await house.ask({ ...question, interactionId: 'after-the-tombstone' });
    await house.clientEvents('after-the-tombstone');
    const codes = house.seen
      .filter(({ topic, value }) => topic.startsWith('dlq.') && value === null)
      .map((record) => headerOf(record, 'dl_code'));
    expect(codes).toContain('event.tombstone');
  });

  it('over Kafka: given the id of an open or answered question with other words, leaves the first alone', async () => {
    await house.ask({ ...question, interactionId: 'reused-question' });
    await house.clientEvents('reused-question');
    await house.ask({ ...question, interactionId: 'reused-question', question: 'Something else?' });
    expect((await house.deadLetters('Something else?')).map(({ code }) => code)).toContain('question.id_reused');
    expect(await house.clientEvents('reused-question')).toHaveLength(1);
  });

  it('over Kafka: given more than the limit, says so to the client', async () => {
    await house.ask({ ...question, interactionId: 'too-large-question', question: 'x'.repeat(280_000) });
    expect(await house.clientEvents('too-large-question')).toMatchObject([{ data: { code: 'question.too_large' } }]);
  });

  const post = (body: string, headers: Record<string, string> = {}) =>
    house.call('/v1/questions', { method: 'POST', body, headers });
  const asked = (change: object) => JSON.stringify({ ...question, ...change });

  it.each([
    ['broken JSON', '{"a":', {}, 400, 'http.not_json'],
    ['another content type', 'a=1', { 'content-type': 'text/plain' }, 415, 'http.content_type'],
    [
      'too large a body',
      asked({ interactionId: 'http-too-large', question: 'x'.repeat(400_000) }),
      {},
      413,
      'http.too_large',
    ],
    ['an unknown member', asked({ interactionId: 'http-unknown', colour: 1 }), {}, 400, 'question.unknown_member'],
    [
      'a wrong token',
      asked({ interactionId: 'http-no-token' }),
      { authorization: 'Bearer imp_wrong' },
      401,
      'http.unauthorised',
    ],
    [
      'a channel that the token lacks',
      asked({ interactionId: 'http-channel', channel: 'nowhere' }),
      {},
      403,
      'http.forbidden',
    ],
  ])('over HTTP: given %s, answers with a problem document', async (_name, body, headers, status, code) => {
    const response = await post(body, headers);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await response.json()).toMatchObject({ status, code });
  });

  it('over HTTP: given the same question again, gives the present view; given another, a conflict', async () => {
    const body = asked({ interactionId: 'http-idempotent' });
    const first = await post(body);
    expect(first.status).toBe(202);
    expect(first.headers.get('location')).toBe('/v1/interactions/http-idempotent');
    await house.clientEvents('http-idempotent');
    const again = await post(body);
    expect([again.status, await again.json()]).toMatchObject([200, { state: 'COMPLETED' }]);
    const other = await post(asked({ interactionId: 'http-idempotent', question: 'Something else?' }));
    expect([other.status, await other.json()]).toMatchObject([409, { code: 'http.conflict' }]);
    expect(await house.clientEvents('http-idempotent')).toHaveLength(1);
  });

  it('over HTTP: given an interaction of nobody, says not found', async () => {
    const response = await house.call('/v1/interactions/nobody-asked-this');
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'http.not_found' }]);
  });
});
