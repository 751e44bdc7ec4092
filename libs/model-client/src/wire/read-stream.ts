import { createParser } from 'eventsource-parser';

import { type CallWatch } from './call-watch.js';
import { ErrorInStream, WrongFormat } from './faults.js';
import { mediaType, wholeBody } from './media-type.js';
import { type RawBody } from './raw-body.js';
import { type ResponseCollector } from './response-collector.js';

/**
 * Reads a response to its end into the collector: its server-sent events, or the one JSON body of a server that does not
 * stream. Every byte goes over the watch's scales. The SDKs' own reading takes several promises and copies for each piece
 * of text.
 * @throws SyntaxError, WrongFormat, ErrorInStream, and what the connection fails with
 */
export async function readStream(
  response: Response,
  watch: CallWatch,
  collector: ResponseCollector,
  raw: RawBody,
): Promise<void> {
  const take = chunkTaker(watch, collector);
  const reader = mediaType(response) === wholeBody ? bodyReader(take) : eventReader(take);
  const decode = strictDecoder();
  const body: AsyncIterable<Uint8Array> | Uint8Array[] = response.body ?? [];
  for await (const bytes of body) {
    raw.add(bytes);
    watch.received(bytes.byteLength);
    reader.feed(decode(bytes));
  }
  watch.closed();
  reader.feed(decode());
  reader.end();
}

interface Reader {
  feed(text: string): void;
  end(): void;
}

function eventReader(take: (data: string) => void): Reader {
  const parser = createParser({ onEvent: ({ data }) => take(data) });
  return { feed: (text) => parser.feed(text), end: () => undefined };
}

function bodyReader(take: (data: string) => void): Reader {
  let body = '';
  return { feed: (text) => void (body += text), end: () => take(body) };
}

/** Nothing counts after the mark of the end, or after a fault. */
function chunkTaker(watch: CallWatch, collector: ResponseCollector): (data: string) => void {
  let over = false;
  return (data) => {
    over ||= data.startsWith('[DONE]');
    if (over) return;
    const chunk: unknown = JSON.parse(data);
    if (holdsError(chunk)) throw new ErrorInStream();
    const fault = collector.take(chunk);
    if (fault === undefined) return;
    over = true;
    watch.abort(fault);
  };
}

/** Bytes that are not UTF-8 are an error: replaced silently they would become another text. */
function strictDecoder(): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (bytes) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new WrongFormat();
    }
  };
}

const holdsError = (chunk: unknown): boolean =>
  typeof chunk === 'object' && chunk !== null && 'error' in chunk && Boolean(chunk.error);
