import { chatDialect } from '../openai/chat-dialect.js';
import { CallWatch } from './call-watch.js';
import { ErrorInStream } from './faults.js';
import { RawBody } from './raw-body.js';
import { readStream } from './read-stream.js';
import { ResponseCollector } from './response-collector.js';

const limits = { totalMs: 5_000, idleMs: 5_000, outputBytes: 100, outputTokens: 100 };
const said = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`;

describe('reading a stream of chunks', () => {
  async function read(text: string, pieceBytes = 7) {
    const watch = new CallWatch(limits, new AbortController().signal);
    const collector = new ResponseCollector(chatDialect, limits.outputBytes);
    const bytes = Buffer.from(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, at) =>
      bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes),
    );
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    try {
      const raw = new RawBody();
      await readStream(new Response(body), watch, collector, raw);
      expect(Buffer.from(raw.response().body).equals(bytes)).toBe(true);
      return { watch, response: collector.response() };
    } finally {
      watch.end();
    }
  }
  const contentOf = ({ response }: Awaited<ReturnType<typeof read>>) => response?.choices[0]?.content;

  it.each([1, 2, 3, 1000])(
    'given pieces of %i bytes that cut characters and lines, then the text is whole',
    async (size) => {
      const text = `: hello\n\n${said('Grüße ')}${said('🙂', 'stop')}data: [DONE]\n\n`;
      expect(contentOf(await read(text, size))).toBe('Grüße 🙂');
      expect(contentOf(await read(text.replaceAll('\n', '\r\n'), size))).toBe('Grüße 🙂');
    },
  );

  it('given anything after the mark of the end, then it counts for nothing', async () => {
    const found = await read(`${said('whole', 'stop')}data: [DONE]\n\ndata: {no json\n\n${said('more')}`);
    expect(contentOf(found)).toBe('whole');
    expect(found.watch.aborted).toBeUndefined();
  });

  it('given an event that is cut before its empty line, then it does not count', async () => {
    expect((await read(`${said('half')}${said(' and the rest', 'stop').trimEnd()}`)).response).toBeUndefined();
  });

  it('given an error object or no JSON, then it is thrown', async () => {
    await expect(read(`${said('half')}data: {"error":{"message":"no"}}\n\n`)).rejects.toThrow(ErrorInStream);
    await expect(read('data: {no json\n\n')).rejects.toThrow(SyntaxError);
  });

  it('given a fault, then the call is aborted for it and what follows is not read', async () => {
    const { watch } = await read(`${said('x'.repeat(101))}data: {no json\n\n`);
    expect([watch.aborted, watch.signal.aborted]).toEqual(['provider.too_large', true]);
  });

  it('given the end of the stream, then the connection is left to the next call', async () => {
    expect((await read(said('whole', 'stop'))).watch.signal.aborted).toBe(false);
  });
});
