import { createParser, type EventSourceMessage } from 'eventsource-parser';
import * as fc from 'fast-check';

import { type ClientView, eventsAfter, heartbeat, isLast, streamEvents, wireForm } from './client-stream.js';

const answer = (text: string): ClientView => ({ kind: 'completed', text, data: JSON.stringify({ text }) });
const deferred: ClientView = { kind: 'deferred', data: '{"code":"review.pending"}' };
const failed: ClientView = { kind: 'failed', data: '{"code":"delivery.deadline"}' };
const retracted: ClientView = { kind: 'retracted', data: '{"code":"source.revoked"}' };

function received(wire: string): EventSourceMessage[] {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  parser.feed(wire);
  return messages;
}

const textOf = (messages: EventSourceMessage[]): string =>
  messages
    .filter(({ event }) => event === 'content_delta')
    .map(({ data }) => JSON.parse(data) as string)
    .join('');

describe('the stream of a question', () => {
  it('given any text and any cut, when the client resumes, then the joined deltas are the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.nat(10), (text, cut) => {
        const first = received(streamEvents(answer(text)).slice(0, cut).map(wireForm).join(heartbeat));
        const rest = received(eventsAfter(answer(text), first.at(-1)?.id).map(wireForm).join(''));
        expect(textOf([...first, ...rest])).toBe(text);
        expect([...first, ...rest].at(-1)?.event).toBe('completed');
      }),
    );
  });

  it('given an answer, then the ids are distinct, start at 2.1 and end with completed', () => {
    const events = streamEvents(answer('x'.repeat(130)));
    expect(events.map(({ id, event }) => [id, event])).toEqual([
      ['2.1', 'content_delta'],
      ['2.2', 'content_delta'],
      ['2.3', 'content_delta'],
      ['2.4', 'completed'],
    ]);
  });

  it('given a deferral and then the answer, when resumed after 1.0, then nothing of the answer is missing', () => {
    expect(eventsAfter(deferred, undefined)).toHaveLength(1);
    expect(eventsAfter(deferred, '1.0')).toEqual([]);
    expect(eventsAfter(answer('a'), '1.0').map(({ event }) => event)).toEqual(['content_delta', 'completed']);
  });

  it('given a retraction, when resumed in mid-answer, then there is only the retraction', () => {
    expect(eventsAfter(retracted, '2.1').map(({ event }) => event)).toEqual(['retracted']);
    expect(eventsAfter(retracted, '3.0')).toEqual([]);
  });

  it('given a failure, when resumed after a delta, then the failure is told; after it, nothing', () => {
    expect(eventsAfter(failed, '2.1').map(({ id }) => id)).toEqual(['2.0']);
    expect(eventsAfter(failed, '2.0')).toEqual([]);
  });

  it('given an id that was never given, then the stream starts from the beginning', () => {
    expect(eventsAfter(answer('a'), '2.99')).toEqual(streamEvents(answer('a')));
    expect(eventsAfter(answer('a'), 'nonsense')).toEqual(streamEvents(answer('a')));
  });

  it('given each view, then the stream stays open while the outcome is to come', () => {
    expect([{ kind: 'waiting' } as const, deferred, answer('a'), failed, retracted].map(isLast)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  it('given JSON text with line breaks between its tokens, then it arrives as the same value', () => {
    const [message] = received(wireForm({ id: '2.0', event: 'failed', data: '{\r\n"a":\n1\r}' }));
    expect(JSON.parse(message?.data ?? '')).toEqual({ a: 1 });
  });
});
