import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type OpenAI from 'openai';

import { chatBody, type ChatHouse, chatText, errorOf, openChatHouse } from '../../fixtures/chat.fixture-spec.js';
import { bearer } from '../../fixtures/service.fixture-spec.js';

describe('the unchanged OpenAI client', () => {
  let chat: ChatHouse;
  let client: OpenAI;

  beforeAll(async () => {
    chat = await openChatHouse();
    client = chat.clientOf(chat.house.tokens.ada);
  }, 60_000);
  afterAll(async () => chat?.house.stop(), 30_000);

  it('given an approval, then the completion is its text, and holds the answer exactly as it was sealed', async () => {
    const { row, response } = await chat.asking(() => client.chat.completions.create(chatBody()));
    const answer = await chat.approve(row);
    const completion = await response;
    expect(completion).toMatchObject({
      id: `chatcmpl-${row.interactionId}`,
      object: 'chat.completion',
      model: 'auto',
      _request_id: row.interactionId,
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: chatText, refusal: null } }],
      imprimatur: answer,
    });
    expect(completion.usage).toBeUndefined();
  });

  it('given a stream, then the deltas joined are the text, and the last chunks hold the seal and no invented usage', async () => {
    const request = { ...chatBody(), stream: true, stream_options: { include_usage: true } } as const;
    const { row, response } = await chat.asking(() => client.chat.completions.create(request));
    const stream = await response;
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    const read = (async () => {
      for await (const chunk of stream) chunks.push(chunk);
    })();
    const answer = await chat.approve(row);
    await read;
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(chatText);
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'stop' }], imprimatur: answer, usage: null });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: null });
  });

  it('given the stream helper of the client, then it gathers the same completion', async () => {
    const { row, response } = await chat.asking(() => client.chat.completions.stream(chatBody()).finalChatCompletion());
    await chat.approve(row);
    expect((await response).choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: chatText } });
  });

  it.each([false, true])(
    'given a rejection (streamed: %j), then content_filter with the code and no text',
    async (stream) => {
      const request = chatBody();
      const ask = async () => {
        if (!stream) return client.chat.completions.create(request);
        return client.chat.completions.stream(request).finalChatCompletion();
      };
      const { row, response } = await chat.asking(ask);
      await chat.reject(row);
      const completion = await response;
      expect(completion.choices[0]).toMatchObject({
        finish_reason: 'content_filter',
        message: { content: null, refusal: expect.stringContaining('withheld') as string },
      });
      if (!stream) expect(completion).toMatchObject({ imprimatur: { code: 'parse.mixed_text' } });
    },
  );

  it('given the bytes of a stream, then not one comes before the approval but the head', async () => {
    const { row, response } = await chat.asking(() =>
      fetch(`${chat.service.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { ...bearer(chat.house.tokens.ada), 'content-type': 'application/json' },
        body: JSON.stringify({ ...chatBody(), stream: true }),
      }),
    );
    const open = await response;
    expect(open.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(open.headers.get('x-request-id')).toBe(row.interactionId);
    const reader = open.body!.getReader();
    const first = reader.read();
    let bytesCame = false;
    void first.then(() => (bytesCame = true));
    const other = await chat.asking(() => client.chat.completions.create(chatBody()));
    await chat.approve(other.row);
    expect((await other.response).choices[0]?.message.content).toBe(chatText);
    expect(bytesCame).toBe(false);
    await chat.approve(row);
    const messages: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (message) => messages.push(message) });
    const decoder = new TextDecoder();
    for (let part = await first; !part.done; part = await reader.read()) {
      parser.feed(decoder.decode(part.value as Uint8Array, { stream: true }));
    }
    expect(messages.at(-1)?.data).toBe('[DONE]');
    expect(messages.length).toBeGreaterThan(3);
  });

  it('given the list of models, then it holds what a request may name, and each can be looked up', async () => {
    const models = await client.models.list();
    expect(models.data.map(({ id }) => id)).toEqual(['auto', 'extractive']);
    expect(await client.models.retrieve('auto')).toMatchObject({ id: 'auto', object: 'model' });
    expect(await errorOf(client.models.retrieve('gpt-4o'))).toMatchObject({ status: 404, code: 'http.unknown_model' });
    expect(await errorOf(chat.clientOf('imp_unknown').models.list())).toMatchObject({ status: 401 });
  });
});
