import OpenAI from 'openai';

import { eventually } from '#libs/testkit';

import { chatBody, type ChatHouse, chatText, errorOf, openChatHouse } from '../../fixtures/chat.fixture-spec.js';
import { bearer } from '../../fixtures/service.fixture-spec.js';

describe('a chat request that waits', () => {
  let chat: ChatHouse;
  let client: OpenAI;

  beforeAll(async () => {
    chat = await openChatHouse();
    client = chat.clientOf(chat.house.tokens.ada);
  }, 60_000);
  afterAll(async () => chat?.house.stop(), 30_000);

  it('given a question that nobody answers, then 504 at its deadline, once, and the id to look it up', async () => {
    const { row, response } = await chat.asking(() =>
      client.chat.completions.create(chatBody({ imprimatur: { timeoutMs: 1000 } })),
    );
    const asked = await chat.count();
    const error = await errorOf(response);
    expect(error).toMatchObject({ status: 504, code: 'delivery.deadline', requestID: row.interactionId });
    expect(error.error).toMatchObject({ imprimatur: { interactionId: row.interactionId } });
    expect(await chat.count()).toBe(asked);
  }, 30_000);

  it.each([false, true])(
    'given a review (streamed: %j), then review.pending when its time is up, and the outcome later',
    async (stream) => {
      const { row, response } = await chat.asking(async () => {
        const request = chatBody({ imprimatur: { timeoutMs: 1000 } });
        if (!stream) return client.chat.completions.create(request);
        return client.chat.completions.stream(request).finalChatCompletion();
      });
      const id = row.interactionId;
      await chat.review(row);
      const error = await errorOf(response);
      expect(error).toMatchObject({ status: stream ? undefined : 504, code: 'review.pending' });
      expect(error.error).toMatchObject({ imprimatur: { interactionId: id, code: 'review.pending' } });
      const answer = await chat.approve(row);
      await eventually(async () => {
        const view = await fetch(`${chat.service.url}/v1/interactions/${id}`, {
          headers: bearer(chat.house.tokens.ada),
        });
        expect(await view.json()).toMatchObject({ state: 'COMPLETED', outcome: answer });
      });
    },
    30_000,
  );

  it('given an idempotency key, then it is asked once, however often and whether streamed, and another body is 409', async () => {
    const request = chatBody();
    const options = { headers: { 'Idempotency-Key': 'order 7' } };
    const { row, response } = await chat.asking(() => client.chat.completions.create(request, options));
    const asked = await chat.count();
    const second = client.chat.completions.create(request, options);
    await chat.approve(row);
    const third = client.chat.completions.stream({ ...request, temperature: 1 }, options).finalChatCompletion();
    for (const completion of [await response, await second, await third]) {
      expect(completion).toMatchObject({
        id: `chatcmpl-${row.interactionId}`,
        choices: [{ message: { content: chatText } }],
      });
    }
    const error = await errorOf(client.chat.completions.create(chatBody(), options));
    expect(error).toMatchObject({ status: 409, code: 'http.conflict' });
    expect(await chat.count()).toBe(asked);
  });

  it('given a client that repeats with keys of its own, when its connection breaks, then it is asked once', async () => {
    class Repeating extends OpenAI {
      protected override idempotencyHeader = 'Idempotency-Key';
    }
    const cut = new AbortController();
    let calls = 0;
    const breaking: typeof fetch = (url, init) => {
      calls += 1;
      return fetch(url, calls === 1 ? { ...init, signal: cut.signal } : init);
    };
    const repeating = new Repeating({
      apiKey: chat.house.tokens.ada,
      baseURL: `${chat.service.url}/v1`,
      fetch: breaking,
    });
    const { row, response } = await chat.asking(() => repeating.chat.completions.create(chatBody()));
    const asked = await chat.count();
    cut.abort();
    await eventually(() => expect(calls).toBe(2));
    await chat.approve(row);
    expect((await response).choices[0]?.message.content).toBe(chatText);
    expect(await chat.count()).toBe(asked);
  });

  it('given an open request, when the client leaves, then its place is free and the question goes on', async () => {
    const small = await chat.house.start({ STREAMS_AT_MOST: '1' });
    const one = new OpenAI({ apiKey: chat.house.tokens.ada, baseURL: `${small.url}/v1`, maxRetries: 0 });
    const abort = new AbortController();
    const { row, response } = await chat.asking(() =>
      one.chat.completions.create(chatBody(), { signal: abort.signal }),
    );
    const asked = await chat.count();
    expect(await errorOf(one.chat.completions.create(chatBody()))).toMatchObject({
      status: 503,
      code: 'http.unavailable',
    });
    expect(await chat.count()).toBe(asked);
    abort.abort();
    await errorOf(response);
    const answer = await chat.approve(row);
    await eventually(async () =>
      expect((await chat.house.published(row.interactionId)).map(String)).toEqual([JSON.stringify(answer)]),
    );
    const next = await chat.asking(() => one.chat.completions.create(chatBody()));
    await chat.approve(next.row);
    expect((await next.response).choices[0]?.finish_reason).toBe('stop');
  }, 30_000);

  it('given an open request, when its instance stops, then 503, and the same request elsewhere finds the question', async () => {
    const stopping = await chat.house.start();
    const options = { headers: { 'Idempotency-Key': 'moved' } };
    const request = chatBody();
    const leaving = new OpenAI({ apiKey: chat.house.tokens.ada, baseURL: `${stopping.url}/v1`, maxRetries: 0 });
    const { row, response } = await chat.asking(() => leaving.chat.completions.create(request, options));
    await stopping.close();
    expect(await errorOf(response)).toMatchObject({ status: 503, code: 'http.unavailable' });
    const next = client.chat.completions.create(request, options);
    await chat.approve(row);
    expect((await next).choices[0]?.message.content).toBe(chatText);
  }, 30_000);

  it('given a key that is revoked, then what it sealed is shown no longer to a request that is repeated', async () => {
    const options = { headers: { 'Idempotency-Key': 'revoked' } };
    const request = chatBody();
    const { row, response } = await chat.asking(() => client.chat.completions.create(request, options));
    await chat.approve(row);
    await response;
    const { publicJwk } = chat.house.sealing;
    await chat.house.trust({ ...publicJwk, status: 'revoked' });
    await eventually(async () =>
      expect(await errorOf(client.chat.completions.create(request, options))).toMatchObject({ status: 404 }),
    );
    await chat.house.trust(publicJwk);
    await eventually(async () => {
      const again = await client.chat.completions.create(request, options);
      expect(again.choices[0]?.message.content).toBe(chatText);
    });
  }, 30_000);
});
