import { eventually } from '#libs/testkit';

import { modelClients } from '../adapters.js';
import { type CallHooks, type ModelLimits, type ModelRequest, type ModelResult } from '../model-client.port.js';
import { chatRecording } from './chat-recording-spec.js';
import { messagesRecording } from './messages-recording-spec.js';
import { recorded, type Recording } from './recording-spec.js';
import { responsesRecording } from './responses-recording-spec.js';
import { type Wire, type WireServer, wireServer } from './wire-server-spec.js';

const generous: ModelLimits = { totalMs: 5_000, idleMs: 3_000, outputBytes: 10_000, outputTokens: 100 };
const always: CallHooks = { beforeSend: () => Promise.resolve(true) };
const unknown = { inputTokens: null, outputTokens: null };

interface Options extends Partial<Pick<ModelRequest, 'mode' | 'messages' | 'tools'>> {
  readonly limits?: Partial<ModelLimits>;
  readonly signal?: AbortSignal;
}

describe.each([chatRecording, responsesRecording, messagesRecording])(
  'the adapter $adapter',
  (recording: Recording) => {
    let server: WireServer;
    afterEach(() => server.close());

    async function call(wire: Wire | string, options: Options = {}): Promise<ModelResult> {
      server = await wireServer(typeof wire === 'string' ? { pieces: [wire] } : wire);
      return ask(options);
    }

    async function ask(options: Options): Promise<ModelResult> {
      const client = modelClients[recording.adapter]({
        baseUrl: `${server.origin}${recording.basePath}`,
        apiKey: 'key-1',
      });
      const { limits, signal = new AbortController().signal, ...parts } = options;
      const request: ModelRequest = {
        model: 'model-1',
        messages: [{ role: 'user', content: 'a question' }],
        mode: 'strict',
        schema: { name: 'answer', schema: { type: 'object' } },
        limits: { ...generous, ...limits },
        marker: 'default/interaction-1/0/1',
        ...parts,
      };
      return client.complete(request, signal, always);
    }

    it('given a whole stream, then text, model, finish and usage are those of the wire, and the raw bytes are kept', async () => {
      const result = await call(recording.complete);
      expect(result).toMatchObject({
        kind: 'response',
        model: recorded.model,
        choices: [{ index: 0, content: recorded.text, refusal: null, toolCalls: [], finish: 'complete' }],
        tokens: recorded.usage,
      });
      const raw = result.kind === 'response' ? result.raw : undefined;
      expect(Buffer.from(raw?.body ?? []).toString()).toBe(recording.complete);
      expect(raw?.receivedBytes).toBe(Buffer.byteLength(recording.complete));
      expect(server.requests).toHaveLength(1);
      expect(server.requests[0]).toMatchObject({
        path: recording.path,
        headers: { 'x-client-request-id': 'default/interaction-1/0/1', authorization: 'Bearer key-1' },
        body: { model: 'model-1', stream: true },
      });
    });

    it('given characters and lines cut at every byte, then the text is whole', async () => {
      const pieces = [...Buffer.from(recording.complete)].map((byte) => Uint8Array.of(byte));
      expect(await call({ pieces })).toMatchObject({ kind: 'response', choices: [{ content: recorded.text }] });
    });

    it('given no usage on the wire, then it is not taken for zero', async () => {
      expect(await call(recording.withoutUsage)).toMatchObject({ kind: 'response', tokens: unknown });
    });

    it('given reasoning, then it is kept apart from the text', async () => {
      const choices = [{ content: recorded.text, reasoning: recorded.reasoning, finish: 'complete' }];
      expect(await call(recording.reasoned)).toMatchObject({ kind: 'response', choices });
    });

    const ends = [
      ['a refusal', 'refused', ['refused']],
      ['the limit of tokens', 'truncated', ['truncated']],
      ['a filter', 'filtered', ['filtered', 'refused']],
      ['a word that nobody knows', 'unknownFinish', ['unfinished']],
    ] as const;
    it.each(ends)('given %s at the end, then that is its finish', async (_what, stream, finishes) => {
      const result = await call(recording[stream]);
      expect(result.kind).toBe('response');
      expect(finishes).toContain(result.kind === 'response' ? result.choices[0]?.finish : undefined);
    });

    it('given calls of tools in pieces, then each is whole and apart from the other', async () => {
      const result = await call(recording.calls);
      expect(result).toMatchObject({ kind: 'response', choices: [{ finish: 'tool', toolCalls: recorded.calls }] });
    });

    it('given the answer as the one call that was asked for, then its arguments are the content', async () => {
      const choices = [{ finish: 'complete', content: recorded.text, toolCalls: [] }];
      expect(await call(recording.answerCall, { mode: 'tool' })).toMatchObject({ kind: 'response', choices });
    });

    it('given an error object in a stream of status 200, then the call is broken, and its bytes are kept', async () => {
      const result = await call(recording.errorObject);
      expect(result).toMatchObject({ kind: 'broken', code: 'provider.broken' });
      const { raw, ...told } = result as Extract<ModelResult, { kind: 'broken' }>;
      expect(Buffer.from(raw?.body ?? []).toString()).toContain('canary');
      expect(JSON.stringify(told)).not.toContain('canary');
    });

    it.each(['eof', 'cut'] as const)(
      'given a stream that ends half-way by %s, then the call is broken',
      async (end) => {
        expect(await call({ pieces: [recording.half], pauseMs: 20, end })).toMatchObject({
          kind: 'broken',
          code: 'provider.broken',
        });
      },
    );

    it('given a stream that stands still, then the idle limit ends it and closes the connection', async () => {
      const result = await call({ pieces: [recording.half], end: 'hang' }, { limits: { idleMs: 150 } });
      expect(result).toMatchObject({ kind: 'broken', code: 'provider.idle' });
      await eventually(() => expect(server.closedByClient()).toBe(1));
    });

    it('given a slow stream that never stands still, then the total limit ends it', async () => {
      const slow: Wire = { pieces: Array.from({ length: 200 }, () => ': still here\n\n'), pauseMs: 20 };
      const result = await call(slow, { limits: { totalMs: 300, idleMs: 250 } });
      expect(result).toMatchObject({ kind: 'broken', code: 'provider.timeout' });
    });

    it('given more text than the limit, then the call ends as too large', async () => {
      const result = await call(recording.long(300), { limits: { outputBytes: 200 } });
      expect(result).toMatchObject({ kind: 'broken', code: 'provider.too_large' });
    });

    it('given the caller aborts in mid-stream, then the call is abandoned and its connection closed', async () => {
      const controller = new AbortController();
      server = await wireServer({ pieces: [recording.half], end: 'hang' });
      const running = ask({ signal: controller.signal });
      await eventually(() => expect(server.requests).toHaveLength(1));
      controller.abort();
      expect(await running).toEqual({ kind: 'abandoned' });
      await eventually(() => expect(server.closedByClient()).toBe(1));
    });

    it('given 429 with retry-after, then it is refused once, with the time to wait', async () => {
      const headers = { 'content-type': 'application/json', 'retry-after': '2' };
      const result = await call({ status: 429, headers, pieces: ['{"error":{"message":"slow down"}}'] });
      expect(result).toEqual({ kind: 'refused', reason: 'rate_limited', retryAfterMs: 2000 });
      expect(server.requests).toHaveLength(1);
    });

    it('given a redirect, then it is refused and not followed', async () => {
      const elsewhere = await wireServer({ pieces: [recording.complete] });
      const headers = { location: `${elsewhere.origin}${recording.path}` };
      const result = await call({ status: 307, headers, pieces: [] });
      expect(result).toEqual({ kind: 'refused', reason: 'request', retryAfterMs: null });
      expect(elsewhere.requests).toHaveLength(0);
      await elsewhere.close();
    });

    it.each(['text/html', 'text/plain'])('given status 200 of type %s, then it is not the format', async (type) => {
      const result = await call({ headers: { 'content-type': type }, pieces: [recording.complete] });
      expect(result).toMatchObject({ kind: 'broken', code: 'provider.malformed' });
    });

    it.each([
      ['an event of another format', recording.malformed],
      ['an event that is no JSON', 'data: {not json\n\n'],
      ['bytes that are not UTF-8', Uint8Array.of(0x64, 0x61, 0x74, 0x61, 0x3a, 0xc3, 0x22, 0x0a, 0x0a)],
    ])('given %s, then it is malformed', async (_what, piece) => {
      expect(await call({ pieces: [piece] })).toMatchObject({ kind: 'broken', code: 'provider.malformed' });
    });

    it('given an empty stream, then the call is broken and not an empty answer', async () => {
      expect(await call({ pieces: [] })).toMatchObject({ kind: 'broken', code: 'provider.broken', tokens: unknown });
    });
  },
);
