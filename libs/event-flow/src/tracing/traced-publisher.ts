import { type EventPublisher, type OutgoingRecord } from '../ports/event-publisher.port.js';
import { headerText, messageAttributes } from './message-attributes.js';
import { type Span, type Tracing } from './tracing.port.js';

/** A `send` span for each event that carries a trace. A send that failed is repeated, and the one that succeeds is told. */
export function tracedPublisher(publisher: EventPublisher, tracing: Tracing | undefined): EventPublisher {
  if (tracing === undefined) return publisher;
  return {
    publish: async (records) => {
      const spans = records.flatMap((record) => sendSpan(tracing, record) ?? []);
      await publisher.publish(records);
      for (const span of spans) span.end();
    },
    close: () => publisher.close(),
  };
}

function sendSpan(tracing: Tracing, record: OutgoingRecord): Span | undefined {
  const parent = headerText(record.headers, 'ce_traceparent');
  if (parent === undefined) return undefined;
  const attributes = messageAttributes('send', record);
  return tracing.start({ name: `send ${record.topic}`, kind: 'producer', parent, attributes });
}
