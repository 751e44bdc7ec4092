import { type RunningService } from '#libs/service-host';
import { answerApprovedV1, eventId, makeSmallEvent, questionDigest } from '#libs/contracts';
import { eventually } from '#libs/testkit';

import { bearer, type House, openHouse, openStream } from '../fixtures/service.fixture-spec.js';
import { newQuestion } from '../fixtures/trial.fixture-spec.js';

const goal = { id: 'g', kind: 'quality', text: 'short' };
const json = { 'content-type': 'application/json' };

describe('delivery by HTTP', () => {
  let house: House;
  let service: RunningService;

  beforeAll(async () => {
    house = await openHouse();
    service = await house.start();
  }, 60_000);
  afterAll(async () => house?.stop(), 30_000);

  const send = async (
    body: string | Buffer,
    headers: Record<string, string> = { ...bearer(house.tokens.ada), ...json },
  ) => {
    const response = await fetch(`${service.url}/v1/questions`, { method: 'POST', headers, body });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  };
  const post = (body: unknown, token = house.tokens.ada) => send(JSON.stringify(body), { ...bearer(token), ...json });
  /** As a person writes it: namespace and principal are the token's. */
  const plain = (parts: object = {}) => {
    const { interactionId, channel, question } = newQuestion();
    return { interactionId, channel, question, ...parts };
  };
  const get = (path: string, token?: string) =>
    fetch(`${service.url}${path}`, { headers: token === undefined ? {} : bearer(token) });

  it('given the same id and body again, then 200 with the present view, however often', async () => {
    const question = plain();
    expect((await post(question)).status).toBe(202);
    const again = await post({ ...question, namespace: 'default', principal: { kind: 'human', id: 'ada' } });
    expect(again).toMatchObject({ status: 200, body: { interactionId: question.interactionId, state: 'OPEN' } });
  });

  it('given twenty posts of one question at once, then one is accepted and the others are repetitions', async () => {
    const question = plain();
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await post(question)).status));
    expect(statuses.sort()).toEqual([...Array.from({ length: 19 }, () => 200), 202]);
    const rows = await house.query('select 1 from event_outbox where key = $1', [
      Buffer.from(`default/${question.interactionId}`),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('given the id with another body, or from another principal, then 409', async () => {
    const question = plain();
    await post(question);
    expect(await post({ ...question, question: 'another one' })).toMatchObject({
      status: 409,
      body: { code: 'http.conflict' },
    });
    expect((await post(question, house.tokens.bob)).status).toBe(409);
  });

  it.each([
    ['question.unknown_member', '/colour', { colour: 'red' }],
    ['question.invalid', '/channel', { channel: 7 }],
    ['question.invalid', '/interactionId', { interactionId: 'short' }],
    ['not_supported_yet', '/retrieval', { retrieval: { strategy: 'keyword', limit: 1 } }],
    ['question.contradiction', '/goals/1', { goals: [goal, goal] }],
    ['question.ill_formed', undefined, { question: 'a\u0000b' }],
  ])('given a question that is refused as %s at %s, then 400', async (code, pointer, parts) => {
    const { status, headers, body } = await post(plain(parts));
    expect({ status, code: body['code'], pointer: body['pointer'] }).toEqual({ status: 400, code, pointer });
    expect(headers.get('content-type')).toContain('application/problem+json');
  });

  it.each([
    ['/namespace', { namespace: 'other' }],
    ['/principal', { principal: { kind: 'human', id: 'bob' } }],
    ['/principal', { principal: { kind: 'human', id: 'ada', groups: ['admins'] } }],
    ['/channel', { channel: 'desk' }],
    ['/replayOf', { replayOf: 'another-question' }],
    ['/context/executedActions', { context: { executedActions: [] } }],
  ])('given a body that claims more than its token at %s, then 403 and no row', async (pointer, parts) => {
    const question = plain(parts);
    expect(await post(question)).toMatchObject({ status: 403, body: { code: 'http.forbidden', pointer } });
    expect((await get(`/v1/interactions/${question.interactionId}`, house.tokens.ada)).status).toBe(404);
  });

  it.each<[string, number, string, () => [string | Buffer, Record<string, string>]]>([
    ['no token', 401, 'http.unauthorised', () => ['{}', json]],
    ['no token and a huge body', 401, 'http.unauthorised', () => ['"'.padEnd(400_000, 'a') + '"', json]],
    ['no token and broken JSON', 401, 'http.unauthorised', () => ['{"a":', json]],
    ['an unknown token', 401, 'http.unauthorised', () => ['{}', { ...bearer('imp_unknown'), ...json }]],
    ['an expired token', 401, 'http.unauthorised', () => ['{}', { ...bearer(house.tokens.expired), ...json }]],
    ['a token that may not ask', 403, 'http.forbidden', () => ['{}', { ...bearer(house.tokens.reader), ...json }]],
    ['broken JSON', 400, 'http.not_json', () => ['{"a":', { ...bearer(house.tokens.ada), ...json }]],
    [
      'ill-formed UTF-8',
      400,
      'http.not_json',
      () => [Buffer.from([0x22, 0xff, 0x22]), { ...bearer(house.tokens.ada), ...json }],
    ],
    [
      'plain text',
      415,
      'http.content_type',
      () => ['{}', { ...bearer(house.tokens.ada), 'content-type': 'text/plain' }],
    ],
    [
      'a huge body',
      413,
      'http.too_large',
      () => ['"'.padEnd(400_000, 'a') + '"', { ...bearer(house.tokens.ada), ...json }],
    ],
  ])('given %s, then %i %s', async (_name, status, code, request) => {
    const answered = await send(...request());
    expect({ status: answered.status, code: answered.body['code'] }).toEqual({ status, code });
  });

  it('given a body that fits but whose event does not, then 413', async () => {
    const room = 256 * 1024 - JSON.stringify(plain({ question: '' })).length;
    const { status, body } = await post(plain({ question: 'a'.repeat(room - 1) }));
    expect({ status, code: body['code'] }).toEqual({ status: 413, code: 'http.too_large' });
  });

  it('given an interaction, then the asker and the channel’s reader see it, and to all others it is not there', async () => {
    const question = plain();
    await post(question);
    const seen = async (token?: string) => (await get(`/v1/interactions/${question.interactionId}`, token)).status;
    const { ada, bob, reader, deskReader, other, nobody } = house.tokens;
    expect(await Promise.all([ada, reader].map(seen))).toEqual([200, 200]);
    expect(await Promise.all([bob, deskReader, other, nobody].map(seen))).toEqual([404, 404, 404, 404]);
    expect(await seen()).toBe(401);
    const streams = await Promise.all(
      [bob, deskReader, other].map((token) =>
        openStream(`${service.url}/v1/interactions/${question.interactionId}/events`, token),
      ),
    );
    expect(streams.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('given the asker with a token that may neither ask nor read, then it sees its own questions alone', async () => {
    const [own, foreign] = [plain(), plain()];
    await post(own);
    await post(foreign, house.tokens.bob);
    const seen = async ({ interactionId }: { interactionId: string }) =>
      (await get(`/v1/interactions/${interactionId}`, house.tokens.adaOperates)).status;
    expect([await seen(own), await seen(foreign)]).toEqual([200, 404]);
  });

  it('given a question of the anonymous principal, then no token is that principal', async () => {
    const question = plain();
    expect((await post(question, house.tokens.nobody)).status).toBe(202);
    expect((await get(`/v1/interactions/${question.interactionId}`, house.tokens.nobody)).status).toBe(404);
  });

  it.each(['short', 'a%00bcdefgh', 'a'.repeat(65), '%E0%A4%A', '..%2f..%2fhealth'])(
    'given %s for an id, then it is an ordinary client error',
    async (id) => {
      const response = await get(`/v1/interactions/${id}`, house.tokens.ada);
      expect([400, 404]).toContain(response.status);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
    },
  );

  it('given an answer that waits for a question by HTTP, when the question comes, then the view is the answer', async () => {
    const question = newQuestion();
    const { interactionId, namespace, channel } = question;
    const data = await house.sealing.answer({
      interactionId,
      namespace,
      channel,
      questionDigest: questionDigest(question),
    });
    const plan = { id: eventId(interactionId, 'a', 0), source: 'urn:test', time: new Date().toISOString() };
    await house.publish(makeSmallEvent({ ...plan, definition: answerApprovedV1, data }));
    await eventually(async () =>
      expect(await house.query('select state from questions where interaction_id = $1', [interactionId])).toEqual([
        { state: 'AWAITING' },
      ]),
    );
    expect(await post(question)).toMatchObject({ status: 202, body: { state: 'COMPLETED', outcome: data } });
  });

  it('given the key set, then everyone may read what verifies, and no private member', async () => {
    const response = await get('/.well-known/jwks.json');
    expect(response.headers.get('content-type')).toContain('application/jwk-set+json');
    expect(await response.json()).toEqual({ keys: [house.sealing.publicJwk] });
  });

  it('given a token above its rate, then 429 with Retry-After, and other tokens go on', async () => {
    const slow = await house.start({ REQUESTS_PER_MINUTE: '3' });
    const ask = (token: string) => fetch(`${slow.url}/v1/interactions/none-of-ours`, { headers: bearer(token) });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await ask(house.tokens.ada)).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
    expect((await ask(house.tokens.ada)).headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await ask(house.tokens.bob)).status).toBe(404);
  }, 30_000);

  it('given published and open questions, then metrics count them without any content', async () => {
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toMatch(/imprimatur_delivery_open_questions\{state="OPEN"\} [1-9]/);
    expect(metrics).toMatch(/imprimatur_delivery_released_total\{type="answer.completed.v1",code="answer"\} 1/);
    expect(metrics).toContain('imprimatur_delivery_publication_seconds_bucket');
    expect(metrics).not.toContain('broken check');
  });
});
