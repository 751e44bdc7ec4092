import OpenAI from 'openai';

import { readScript, type Rule, type ScriptedProvider, startScriptedProvider } from './index.js';

const message = (content: string) => ({ kind: 'message', content }) as const;

describe('the scripted provider', () => {
  let provider: ScriptedProvider | undefined;

  afterEach(async () => {
    await provider?.close();
    provider = undefined;
  });

  async function clientOf(...rules: Rule[]): Promise<OpenAI> {
    provider = await startScriptedProvider({ script: { model: 'scripted-demo', rules } });
    return new OpenAI({ baseURL: provider.baseUrl, apiKey: 'none', maxRetries: 0 });
  }

  const ask = (client: OpenAI, content: string, marker = 'default/interaction-1/0/1') =>
    client.chat.completions.create(
      { model: 'any-name', messages: [{ role: 'user', content }] },
      { headers: { 'x-client-request-id': marker } },
    );

  it('given a whole request, then the first rule that fits answers, under a scripted name, with usage', async () => {
    const client = await clientOf(
      { match: 'refunds', replies: [message('about refunds')] },
      { match: '', replies: [message('anything else')] },
    );
    const answer = await ask(client, 'How do refunds work?');
    expect(answer.model).toBe('scripted-demo');
    expect(answer.choices[0]?.message.content).toBe('about refunds');
    expect(answer.usage?.completion_tokens).toBeGreaterThan(0);
    expect((await ask(client, 'Hello?')).choices[0]?.message.content).toBe('anything else');
  });

  it('given sources before the question, then the rule is held against the question alone', async () => {
    const client = await clientOf(
      { match: 'refunds', replies: [message('about refunds')] },
      { match: '', replies: [message('anything else')] },
    );
    const answer = await ask(client, 'a source about refunds\nQUESTION\nHello?');
    expect(answer.choices[0]?.message.content).toBe('anything else');
  });

  it('given several replies, then each interaction has them in order, and the last one again', async () => {
    const client = await clientOf({ match: '', replies: [message('first'), message('then')] });
    const texts: (string | null | undefined)[] = [];
    for (const marker of ['n/one/0/1', 'n/two/0/1', 'n/one/0/2', 'n/one/1/1']) {
      texts.push((await ask(client, 'x', marker)).choices[0]?.message.content);
    }
    expect(texts).toEqual(['first', 'first', 'then', 'then']);
  });

  it('given rules for a form or for tools, then the request that asks for them is answered by them', async () => {
    const client = await clientOf(
      { match: '', form: 'strict', replies: [message('held')] },
      { match: '', tools: true, replies: [{ kind: 'message', toolCalls: [{ name: 'lookup', arguments: '{"a":1}' }] }] },
      { match: '', replies: [message('free')] },
    );
    const base = { model: 'any-name', messages: [{ role: 'user' as const, content: 'x' }] };
    const json_schema = { name: 's', strict: true, schema: {} };
    const held = await client.chat.completions.create({
      ...base,
      response_format: { type: 'json_schema', json_schema },
    });
    const tools = [{ type: 'function' as const, function: { name: 'lookup' } }];
    const called = await client.chat.completions.create({ ...base, tools });
    expect(held.choices[0]?.message.content).toBe('held');
    expect(called.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { name: 'lookup', arguments: '{"a":1}' } }] },
    });
    expect((await client.chat.completions.create(base)).choices[0]?.message.content).toBe('free');
    expect(provider?.requests.map(({ form }) => form)).toEqual(['strict', 'none', 'none']);
  });

  it('given bytes at once, then letters are cut on the wire and whole at its end', async () => {
    const text = 'Jóváhagyva – утверждено, 已核准 👩‍👩‍👧.';
    const client = await clientOf({ match: '', replies: [{ ...message(text), bytesAtOnce: 1 }] });
    const stream = await client.chat.completions.create({
      model: 'any-name',
      stream: true,
      messages: [{ role: 'user', content: 'x' }],
    });
    let joined = '';
    for await (const chunk of stream) joined += chunk.choices[0]?.delta.content ?? '';
    expect(joined).toBe(text);
  });

  it('given a canary in the text, then every answer has its own, and the request log has it', async () => {
    const client = await clientOf({ match: '', replies: [message('{{canary}}')] });
    const texts = [await ask(client, 'x'), await ask(client, 'x')].map(({ choices }) => choices[0]?.message.content);
    expect(new Set(texts).size).toBe(2);
    expect(provider?.requests.map(({ canary }) => canary)).toEqual(texts);
    expect(provider?.requests[0]?.marker).toBe('default/interaction-1/0/1');
  });

  it('given no rule that fits, then 404 and a line in the log', async () => {
    const client = await clientOf({ match: 'refunds', replies: [message('x')] });
    await expect(ask(client, 'Hello?')).rejects.toMatchObject({ status: 404 });
    expect(provider?.requests).toMatchObject([{ reply: 'unmatched' }]);
  });

  it('given a script whose model does not say that it is scripted, then it is refused with a pointer', () => {
    const rules = [{ match: '', replies: [message('x')] }];
    expect(() => readScript({ model: 'gpt-5', rules })).toThrow('script/model');
    expect(() => readScript({ model: 'scripted-x', rules: [] })).toThrow('script/rules');
    expect(readScript({ model: 'scripted-x', rules })).toEqual({ model: 'scripted-x', rules });
  });
});
