import { OutageError } from '../failures/failures.js';
import { type EventPublisher, type OutgoingRecord } from '../ports/event-publisher.port.js';
import { tracedPublisher } from './traced-publisher.js';
import { KeptTraces } from './tracing-in-spec.js';

const record = (headers: OutgoingRecord['headers']): OutgoingRecord => ({
  topic: 'answers.drafted.v1',
  key: Buffer.from('default/question-1'),
  headers,
  value: Buffer.from('content'),
});
const carried = record([['ce_traceparent', Buffer.from('00-t-s-01')]]);
const publisher = (publish: EventPublisher['publish']): EventPublisher => ({ publish, close: async () => undefined });

describe('the span of a send', () => {
  it('given events with and without a trace, then those with one have a span below it', async () => {
    const traces = new KeptTraces();
    await tracedPublisher(
      publisher(async () => undefined),
      traces,
    ).publish([carried, record([])]);
    expect(traces.ended).toMatchObject([{ name: 'send answers.drafted.v1', kind: 'producer', parent: '00-t-s-01' }]);
    expect(JSON.stringify(traces.ended)).not.toContain('content');
  });

  it('given a send that fails, then there is no span, and the failure is the caller’s', async () => {
    const traces = new KeptTraces();
    const failing = publisher(() => Promise.reject(new OutageError('kafka.away')));
    await expect(tracedPublisher(failing, traces).publish([carried])).rejects.toThrow(OutageError);
    expect(traces.ended).toEqual([]);
  });

  it('given no tracing, then the publisher is the publisher', () => {
    const plain = publisher(async () => undefined);
    expect(tracedPublisher(plain, undefined)).toBe(plain);
  });
});
