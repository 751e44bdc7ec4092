import { type Envelope, type IncomingEvent, type IncomingRecord } from '#libs/contracts';
import { ok } from '#libs/kernel';

import { done, type TransactionalContext } from '../slice.js';
import { type Subscription } from '../subscription.js';
import { SubscriptionTracing } from './subscription-tracing.js';
import { KeptTraces } from './tracing-in-spec.js';

const group = 'imprimatur.generation.questions.asked.v1';
const incoming = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

function recordWith(headers: Readonly<Record<string, string>>, more: Partial<IncomingRecord> = {}): IncomingRecord {
  const pairs = Object.entries(headers).map(([name, value]) => [name, Buffer.from(value)] as const);
  const place = { topic: 'questions.asked.v1', partition: 2, offset: '7', timestamp: '0' };
  return { ...place, key: Buffer.from('default/question-1'), value: Buffer.from('{}'), ...more, headers: pairs };
}

const attributes = { ce_specversion: '1.0', ce_id: 'e-1', ce_source: 'urn:stranger', ce_type: 'questions.asked.v1' };

/** A transactional subscription that notes what traceparent its slice is given. */
function traced() {
  const traces = new KeptTraces();
  const given: (string | undefined)[] = [];
  const tracing = new SubscriptionTracing(traces, group, 'cluster');
  const subscription = tracing.traced({
    mode: 'transactional',
    topic: 'questions.asked.v1',
    batch: 50,
    read: () => ok({} as IncomingEvent),
    handle: async ({ envelope }) => {
      given.push(envelope.traceparent);
      return done();
    },
  });
  const handle = async (record: IncomingRecord, traceparent?: string) => {
    const envelope: Envelope = { id: 'e-1', source: 'urn:stranger', type: record.topic, time: '', traceparent };
    if (subscription.mode !== 'transactional') throw new Error('the mode is kept');
    await subscription.handle({ envelope, data: {}, record }, {} as TransactionalContext);
  };
  return { traces, given, tracing, handle };
}

describe('the span of a record', () => {
  it('given a traceparent, then the slice passes on the span below it, and the span is told when the record is done', async () => {
    const { traces, given, tracing, handle } = traced();
    const record = recordWith(attributes);
    await handle(record, incoming);
    expect(traces.ended).toEqual([]);
    tracing.ended(record);
    expect(traces.ended).toMatchObject([{ name: 'process questions.asked.v1', kind: 'consumer', parent: incoming }]);
    expect(given).toEqual([traces.ended[0]?.traceparent]);
  });

  it('given the same event again at another place, then the slice is given the same traceparent', async () => {
    const { given, handle } = traced();
    await handle(recordWith(attributes), incoming);
    await handle(recordWith(attributes, { partition: 5, offset: '99' }), incoming);
    expect(given[1]).toBe(given[0]);
  });

  it('given a try that is rolled back and repeated, then there is one span', async () => {
    const { traces, tracing, handle } = traced();
    const record = recordWith(attributes);
    await handle(record, incoming);
    await handle(record, incoming);
    tracing.ended(record);
    expect(traces.ended).toHaveLength(1);
  });

  it('given a record that no slice was shown, then its span has the code and the trace that it names', () => {
    const { traces, tracing } = traced();
    tracing.ended(recordWith({ ...attributes, ce_traceparent: incoming }), 'event.schema');
    expect(traces.ended).toMatchObject([{ parent: incoming, end: { error: 'event.schema' } }]);
  });

  it('given a dead letter, then it belongs to the trace of what it was', () => {
    const { traces, tracing } = traced();
    tracing.ended(recordWith({ orig_ce_traceparent: incoming, dl_code: 'event.schema' }, { topic: 'dlq.jury.v1' }));
    expect(traces.ended).toMatchObject([{ name: 'process dlq.jury.v1', parent: incoming }]);
  });

  it('given a bare record that two groups read, then they begin one trace with spans of their own', () => {
    const [first, second] = ['one', 'two'].map((name) => {
      const traces = new KeptTraces();
      new SubscriptionTracing(traces, name, 'cluster').ended(recordWith({}));
      return traces.ended[0];
    });
    expect(first?.seed?.trace).toBe(second?.seed?.trace);
    expect(first?.seed?.span).not.toBe(second?.seed?.span);
  });

  it('given a key that is no key of ours, then no attribute holds it', () => {
    const { traces, tracing } = traced();
    tracing.ended(recordWith({}, { key: Buffer.from('a sentence of somebody') }));
    expect(JSON.stringify(traces.ended)).not.toContain('sentence');
  });

  it('given runs and records, then each record has its span from when it was shown', async () => {
    const traces = new KeptTraces();
    const tracing = new SubscriptionTracing(traces, 'ledger', 'cluster');
    const shown = [recordWith(attributes), recordWith(attributes, { offset: '8' })] as const;
    const start = jest.spyOn(traces, 'start');
    const run = { topic: 't', partition: 0, records: shown };
    const runs = tracing.traced({ mode: 'runs', topic: 't', batch: 9, handle: async () => undefined });
    await (runs as Extract<Subscription, { mode: 'runs' }>).handle([run], {} as TransactionalContext);
    expect(start).toHaveBeenCalledTimes(2);
    shown.forEach((record) => tracing.ended(record));
    expect(start).toHaveBeenCalledTimes(2);
    expect(traces.ended).toHaveLength(2);
  });
});
