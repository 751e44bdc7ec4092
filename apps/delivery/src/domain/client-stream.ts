import { deltasOf } from './deltas.js';

/** One server-sent event. `data` is JSON text; `id` is `<sequence>.<chunk>`. */
export interface StreamEvent {
  readonly id: string;
  readonly event: 'content_delta' | 'completed' | 'failed' | 'deferred' | 'retracted';
  readonly data: string;
}

/** What a client may see of a question now. `data` is the JSON text of the last client event, as it was published. */
export type ClientView =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'deferred'; readonly data: string }
  | { readonly kind: 'completed'; readonly text: string; readonly data: string }
  | { readonly kind: 'failed'; readonly data: string }
  | { readonly kind: 'retracted'; readonly data: string };

/** True when the stream ends after what the view gives. */
export const isLast = (view: ClientView): boolean => view.kind !== 'waiting' && view.kind !== 'deferred';

/**
 * Everything that a stream from the beginning says, a pure function of the view. Chunks of an
 * answer count from 1, so that no id of a delta is ever the id of a failure, `2.0`.
 */
export function streamEvents(view: ClientView): StreamEvent[] {
  switch (view.kind) {
    case 'waiting':
      return [];
    case 'deferred':
      return [{ id: '1.0', event: 'deferred', data: view.data }];
    case 'completed':
      return completed(view.text, view.data);
    case 'failed':
      return [{ id: '2.0', event: 'failed', data: view.data }];
    case 'retracted':
      return [{ id: '3.0', event: 'retracted', data: view.data }];
  }
}

/** What is left after the event that the client had last; an id that this view never gave means from the beginning. */
export function eventsAfter(view: ClientView, lastEventId: string | undefined): StreamEvent[] {
  const events = streamEvents(view);
  const had = events.findIndex(({ id }) => id === lastEventId);
  return events.slice(had + 1);
}

function completed(text: string, data: string): StreamEvent[] {
  const deltas = deltasOf(text).map((delta, index) => ({
    id: `2.${index + 1}`,
    event: 'content_delta' as const,
    data: JSON.stringify(delta),
  }));
  return [...deltas, { id: `2.${deltas.length + 1}`, event: 'completed', data }];
}

/** The wire form (WHATWG HTML, server-sent events); JSON text may hold line breaks between its tokens. */
export function wireForm({ id, event, data }: StreamEvent): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `id: ${id}\nevent: ${event}\n${lines.join('')}\n`;
}

/** A comment line that keeps the connection alive and says nothing. */
export const heartbeat = ': \n\n';
