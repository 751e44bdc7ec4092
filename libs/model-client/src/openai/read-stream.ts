import { createParser } from 'eventsource-parser';

import { type CallWatch } from './call-watch.js';
import { type ResponseCollector } from './collect.js';
import { ErrorInStream } from './faults.js';

/**
 * Reads the server-sent events of a response to their end into the collector. Every byte goes over the watch's scales.
 * The SDK's own reading takes several promises and copies for each piece of text.
 * @throws SyntaxError, ErrorInStream, and what the connection fails with
 */
export async function readStream(response: Response, watch: CallWatch, collector: ResponseCollector): Promise<void> {
  const decoder = new TextDecoder();
  const parser = createParser({ onEvent: eventReader(watch, collector) });
  const body: AsyncIterable<Uint8Array> | Uint8Array[] = response.body ?? [];
  for await (const bytes of body) {
    watch.received(bytes.byteLength);
    parser.feed(decoder.decode(bytes, { stream: true }));
  }
  watch.closed();
}

/** Nothing counts after the mark of the end, or after a fault. */
function eventReader(watch: CallWatch, collector: ResponseCollector): (event: { readonly data: string }) => void {
  let over = false;
  return ({ data }) => {
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

const holdsError = (chunk: unknown): boolean =>
  typeof chunk === 'object' && chunk !== null && 'error' in chunk && Boolean(chunk.error);
