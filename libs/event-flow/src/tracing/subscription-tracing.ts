import { type Envelope, type IncomingEvent, type IncomingRecord, readCloudEvent } from '#libs/contracts';
import { assertNever } from '#libs/kernel';

import { placeName } from '../inbox/inbox.js';
import {
  type DirectSubscription,
  type RecordSubscription,
  type RunSubscription,
  type Subscription,
  type TransactionalSubscription,
} from '../subscription.js';
import { headerText, messageAttributes } from './message-attributes.js';
import { type Span, type Tracing } from './tracing.port.js';

type Name = Pick<Envelope, 'source' | 'id' | 'traceparent'>;

/**
 * One `process` span for each record that a subscription finished or buried. A slice passes on the traceparent of its
 * event, so what it emits follows from this span without knowing of it. Ids follow from the event's source and id: a
 * redelivery repeats the bytes that it emitted, and readers of one event that names no trace begin the same one.
 */
export class SubscriptionTracing {
  private readonly begun = new WeakMap<IncomingRecord, Span>();

  constructor(
    private readonly tracing: Tracing,
    private readonly group: string,
    private readonly clusterId: string,
  ) {}

  /** The subscription, its slice told of the span in place of what came. */
  traced(subscription: Subscription): Subscription {
    switch (subscription.mode) {
      case 'direct':
        return this.direct(subscription);
      case 'transactional':
        return this.transactional(subscription);
      case 'records':
        return this.records(subscription);
      case 'runs':
        return this.runs(subscription);
      default:
        return assertNever(subscription);
    }
  }

  /** The record is done with; `error` is the code of its dead letter. */
  ended(record: IncomingRecord, error?: string): void {
    const span = this.begun.get(record) ?? this.meet(record);
    span.end({ error });
    this.begun.delete(record);
  }

  private direct(subscription: DirectSubscription): DirectSubscription {
    return { ...subscription, handle: (event, context) => subscription.handle(this.continued(event), context) };
  }

  private transactional(subscription: TransactionalSubscription): TransactionalSubscription {
    return { ...subscription, handle: (event, context) => subscription.handle(this.continued(event), context) };
  }

  private records(subscription: RecordSubscription): RecordSubscription {
    const handle: RecordSubscription['handle'] = (record, context) => {
      this.meet(record);
      return subscription.handle(record, context);
    };
    return { ...subscription, handle };
  }

  private runs(subscription: RunSubscription): RunSubscription {
    const handle: RunSubscription['handle'] = (runs, context) => {
      runs.forEach(({ records }) => records.forEach((record) => this.meet(record)));
      return subscription.handle(runs, context);
    };
    return { ...subscription, handle };
  }

  private continued(event: IncomingEvent): IncomingEvent {
    const { traceparent } = this.begin(event.record, event.envelope);
    return { ...event, envelope: { ...event.envelope, traceparent } };
  }

  /** A dead letter belongs to the trace of what it was. */
  private meet(record: IncomingRecord): Span {
    const read = readCloudEvent(record, this.clusterId);
    if (read.ok) return this.begin(record, read.value.envelope);
    return this.begin(record, {
      ...placeName(record, this.clusterId),
      traceparent: headerText(record.headers, 'orig_ce_traceparent'),
    });
  }

  private begin(record: IncomingRecord, { source, id, traceparent }: Name): Span {
    const name = `${source}\n${id}`;
    const span = this.tracing.start({
      name: `process ${record.topic}`,
      kind: 'consumer',
      parent: traceparent,
      seed: { trace: name, span: `${this.group}\n${name}` },
      attributes: {
        ...messageAttributes('process', record),
        'messaging.consumer.group.name': this.group,
        'messaging.destination.partition.id': String(record.partition),
        'messaging.kafka.offset': Number(record.offset),
      },
    });
    this.begun.set(record, span);
    return span;
  }
}
