import { setTimeout as pause } from 'node:timers/promises';

import { freePort } from '#libs/testkit';

import {
  type Reply,
  type ScriptedProvider,
  startScriptedProvider,
} from '../../../../examples/scripted-provider/index.js';
import { type CallHooks, type ModelLimits, type ModelRequest, type ModelResult } from '../model-client.port.js';
import { openaiClient } from './openai-client.js';

const generous: ModelLimits = { totalMs: 5_000, idleMs: 3_000, outputBytes: 10_000, outputTokens: 100 };
const always: CallHooks = { beforeSend: () => Promise.resolve(true) };

function request(limits: Partial<ModelLimits> = {}): ModelRequest {
  return {
    model: 'scripted-test',
    messages: [{ role: 'user', content: 'a question' }],
    mode: 'strict',
    schema: { name: 'answer', schema: { type: 'object' } },
    limits: { ...generous, ...limits },
    marker: 'default/interaction-1/0/1',
  };
}

describe('the openai client against a real server', () => {
  let provider: ScriptedProvider | undefined;

  afterEach(async () => {
    await provider?.close();
    provider = undefined;
  });

  async function call(
    reply: Reply,
    options: { limits?: Partial<ModelLimits>; signal?: AbortSignal; hooks?: CallHooks } = {},
  ): Promise<ModelResult> {
    provider = await startScriptedProvider({
      script: { model: 'scripted-test', rules: [{ match: '', replies: [reply] }] },
    });
    const client = openaiClient({ baseUrl: provider.baseUrl, apiKey: 'key' });
    const signal = options.signal ?? new AbortController().signal;
    return client.complete(request(options.limits), signal, options.hooks ?? always);
  }

  const chunk = (choices: unknown[], more: Record<string, unknown> = {}) => ({
    id: 'x',
    object: 'chat.completion.chunk',
    model: 'scripted-test',
    choices,
    ...more,
  });

  it('given a whole stream, when it ends, then text, model, finish and usage are those of the wire', async () => {
    const content = '{"answer":"Grüße 🙂 [1]"}';
    const usage = { prompt_tokens: 11, completion_tokens: 7 };
    const result = await call({ kind: 'message', content, chunks: 5, usage });
    expect(result).toMatchObject({
      kind: 'response',
      model: 'scripted-test',
      choices: [
        {
          index: 0,
          content,
          refusal: null,
          reasoning: null,
          toolCalls: [],
          finish: 'complete',
          finishReason: 'stop',
        },
      ],
      tokens: { inputTokens: 11, outputTokens: 7 },
    });
    expect(provider?.requests).toHaveLength(1);
    expect(provider?.requests[0]?.marker).toBe('default/interaction-1/0/1');
  });

  it('given no usage on the wire, then it is unknown and not zero', async () => {
    const result = await call({ kind: 'message', content: 'x', usage: false });
    expect(result).toMatchObject({ kind: 'response', tokens: { inputTokens: null, outputTokens: null } });
  });

  it.each([
    ['length', 'truncated'],
    ['content_filter', 'filtered'],
    ['insufficient_system_resource', 'unfinished'],
  ])('given the finish reason %s, then the finish is %s', async (finish, expected) => {
    const result = await call({ kind: 'message', content: 'x', finish });
    expect(result).toMatchObject({ choices: [{ finish: expected, finishReason: finish }] });
  });

  it('given refusal deltas with the finish stop, then the choice is refused', async () => {
    const result = await call({ kind: 'message', refusal: 'I will not' });
    expect(result).toMatchObject({ choices: [{ finish: 'refused', refusal: 'I will not' }] });
  });

  it('given tool call pieces and two choices, then both are assembled and kept', async () => {
    const pieces = [
      chunk([
        { index: 0, delta: { tool_calls: [{ index: 0, id: 'c1', function: { name: 'send', arguments: '{"a"' } }] } },
        { index: 1, delta: { content: 'second' } },
      ]),
      chunk([{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] } }]),
      chunk([
        { index: 0, delta: {}, finish_reason: 'tool_calls' },
        { index: 1, delta: {}, finish_reason: 'stop' },
      ]),
      'data: [DONE]\n\n',
    ];
    const result = await call({ kind: 'raw', chunks: pieces });
    expect(result).toMatchObject({
      kind: 'response',
      choices: [
        { index: 0, finish: 'tool', toolCalls: [{ id: 'c1', name: 'send', arguments: '{"a":1}' }] },
        { index: 1, finish: 'complete', content: 'second' },
      ],
    });
  });

  const piece = (content: string, finish: string | null) =>
    chunk([{ index: 0, delta: { content }, finish_reason: finish }]);
  const broken: [string, Reply, string][] = [
    ['a stream that ends without a finish', { kind: 'message', content: 'x', finish: null }, 'provider.broken'],
    ['a cut in mid-stream', { kind: 'cut', content: 'half an answer', after: 3 }, 'provider.broken'],
    ['an error object inside the stream', { kind: 'stream_error', content: 'half' }, 'provider.broken'],
    ['a stream without a choice', { kind: 'raw', chunks: ['data: [DONE]\n\n'] }, 'provider.broken'],
    ['a web page', { kind: 'page', contentType: 'text/html', body: '<p>hello</p>' }, 'provider.malformed'],
    ['a chunk that is no JSON', { kind: 'raw', chunks: ['data: {not json\n\n'] }, 'provider.malformed'],
    ['text after a finish', { kind: 'raw', chunks: [piece('a', 'stop'), piece('b', null)] }, 'provider.malformed'],
    ['two finishes', { kind: 'raw', chunks: [piece('a', 'length'), piece('', 'stop')] }, 'provider.malformed'],
    ['a chunk of another format', { kind: 'raw', chunks: [{ choices: 'none' }] }, 'provider.malformed'],
  ];
  it.each(broken)('given %s, then the call is broken with its code', async (_what, reply, code) => {
    expect(await call(reply)).toMatchObject({ kind: 'broken', code });
  });

  it('given more text than the limit, then the call ends as too large', async () => {
    const result = await call({ kind: 'message', content: 'x'.repeat(300) }, { limits: { outputBytes: 200 } });
    expect(result).toMatchObject({ kind: 'broken', code: 'provider.too_large' });
  });

  it('given an endless comment, then the bytes on the wire end the call', async () => {
    const comment = `: ${'x'.repeat(400_000)}\n\n`;
    const result = await call({ kind: 'raw', chunks: [comment, comment] }, { limits: { outputBytes: 10 } });
    expect(result).toMatchObject({ kind: 'broken', code: 'provider.too_large' });
  });

  it('given a stream that stands still, then the idle limit ends it', async () => {
    const result = await call({ kind: 'hang', content: 'half', after: 2 }, { limits: { idleMs: 150 } });
    expect(result).toMatchObject({ kind: 'broken', code: 'provider.idle' });
  });

  it('given a slow stream that never stands still, then the total limit ends it', async () => {
    const slow: Reply = { kind: 'message', content: 'x'.repeat(100), chunks: 100, pauseMs: 20 };
    const result = await call(slow, { limits: { totalMs: 300, idleMs: 250 } });
    expect(result).toMatchObject({ kind: 'broken', code: 'provider.timeout' });
  });

  it.each([
    ['idle', { idleMs: 150 }, 'provider.idle'],
    ['total', { totalMs: 150 }, 'provider.timeout'],
  ])('given no answer at all, then the %s limit ends it unanswered', async (_limit, limits, code) => {
    expect(await call({ kind: 'hang' }, { limits })).toEqual({ kind: 'unanswered', code });
  });

  it('given a cut before the headers, then nobody knows what became of the request', async () => {
    expect(await call({ kind: 'cut' })).toEqual({ kind: 'unanswered', code: 'provider.unobserved' });
  });

  const refused: [number, string | undefined, string, number | null][] = [
    [429, '2', 'rate_limited', 2000],
    [503, undefined, 'unavailable', null],
    [503, 'nonsense', 'unavailable', null],
    [401, undefined, 'request', null],
    [400, undefined, 'request', null],
  ];
  it.each(refused)(
    'given status %i, then it is refused once and not repeated',
    async (status, retryAfter, reason, ms) => {
      const result = await call({ kind: 'status', status, ...(retryAfter === undefined ? {} : { retryAfter }) });
      expect(result).toEqual({ kind: 'refused', reason, retryAfterMs: ms });
      expect(provider?.requests).toHaveLength(1);
    },
  );

  it.each([500, 502, 504, 529])('given status %i, then nobody knows whether the model ran', async (status) => {
    const result = await call({ kind: 'status', status, retryAfter: '1' });
    expect(result).toEqual({ kind: 'unanswered', code: 'provider.unobserved' });
    expect(provider?.requests).toHaveLength(1);
  });

  it.each([202, 204])('given status %i, then it is no refusal: it may be paid', async (status) => {
    expect(await call({ kind: 'status', status })).toMatchObject({ kind: 'broken', code: 'provider.malformed' });
  });

  it('given a redirect, then it is not followed', async () => {
    const result = await call({ kind: 'status', status: 307, location: 'http://127.0.0.1:9/v1/chat/completions' });
    expect(result).toEqual({ kind: 'refused', reason: 'request', retryAfterMs: null });
  });

  it('given nobody listens, then it is refused as unavailable', async () => {
    const client = openaiClient({ baseUrl: `http://127.0.0.1:${await freePort()}/v1`, apiKey: null });
    const result = await client.complete(request(), new AbortController().signal, always);
    expect(result).toEqual({ kind: 'refused', reason: 'unavailable', retryAfterMs: null });
  });

  it('given beforeSend says no, then nothing is sent', async () => {
    const hooks = { beforeSend: () => Promise.resolve(false) };
    expect(await call({ kind: 'message', content: 'x' }, { hooks })).toEqual({ kind: 'not_sent' });
    expect(provider?.requests).toHaveLength(0);
  });

  it('given beforeSend throws, then the throw comes out and nothing is sent', async () => {
    const hooks = { beforeSend: () => Promise.reject(new Error('the database is away')) };
    await expect(call({ kind: 'message', content: 'x' }, { hooks })).rejects.toThrow('the database is away');
    expect(provider?.requests).toHaveLength(0);
  });

  it('given the caller aborts in mid-call, then the call is abandoned and its connection closed', async () => {
    const controller = new AbortController();
    const running = call({ kind: 'hang', content: 'half', after: 2 }, { signal: controller.signal });
    await pause(150);
    controller.abort();
    expect(await running).toEqual({ kind: 'abandoned' });
  });
});
