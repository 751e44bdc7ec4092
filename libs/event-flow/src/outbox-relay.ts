import { type DataSource } from 'typeorm';

import { type Refusal } from '#libs/contracts';

import { type Conditions } from './conditions.js';
import { type DeadLetterOffice } from './dead-letters/dead-letter-office.js';
import { type EventFlowOptions } from './event-flow.port.js';
import { errorFields } from './failures/error-fields.js';
import { kafkaPublisher } from './kafka/publisher.js';
import { type FlowMetrics } from './metrics.js';
import { eventOf, type UnsentRow } from './outbox/outbox.js';
import { Relay } from './outbox/relay.js';
import { RelayGate, type Stopped } from './outbox/relay-gate.js';
import { type EventPublisher } from './ports/event-publisher.port.js';
import { eventRecord } from './publishing/event-record.js';
import { type AssertWritable } from './publishing/writable-topics.js';
import { tracedPublisher } from './tracing/traced-publisher.js';
import { type Transactions } from './transactions.port.js';

interface RelayParts extends Omit<EventFlowOptions, 'metrics'> {
  readonly dataSource: DataSource;
  readonly conditions: Conditions;
  readonly metrics: FlowMetrics | null;
  readonly office: DeadLetterOffice;
  readonly transactions: Transactions;
  readonly assertWritable: AssertWritable;
}

/** The relay with a producer of its own: a slow direct send does not hold it up. */
export class OutboxRelay {
  private readonly publisher: EventPublisher;
  private readonly relay: Relay;

  constructor(private readonly parts: RelayParts) {
    this.publisher = tracedPublisher(kafkaPublisher(parts.kafka), parts.tracing);
    const gate = new RelayGate({
      guard: parts.releaseGuard,
      assertWritable: parts.assertWritable,
      transactions: parts.transactions,
      post: (row, refusal, stopped) => this.bury(row, refusal, stopped),
      onGuardBug: (row, error) =>
        parts.log.error({ ...nameOf(row), ...errorFields(error) }, 'the release guard failed'),
    });
    this.relay = new Relay(parts.dataSource, this.publisher, gate, {
      held: (reason, error) => {
        parts.conditions.set('relay', reason);
        if (error !== undefined) parts.log.warn({ reason, ...errorFields(error) }, 'the relay waits');
      },
      relayed: (topic, count) => parts.metrics?.relayed.inc({ topic }, count),
    });
  }

  start(): void {
    this.relay.start();
  }

  wake(): void {
    this.relay.wake();
  }

  async stop(): Promise<void> {
    await this.relay.stop();
    await this.publisher.close();
  }

  /** A refused row was no record yet: its partition is -1 and its offset the row's id. */
  private async bury(row: UnsentRow, refusal: Refusal, { code, error }: Stopped): Promise<void> {
    const now = new Date();
    const place = { partition: -1, offset: row.id, timestamp: String(now.getTime()) };
    const circumstances = {
      group: `imprimatur.${this.parts.service}.outbox`,
      attempts: 1,
      firstFailure: now.toISOString(),
    };
    await this.parts.office.post({ ...eventRecord(eventOf(row)), ...place }, refusal, circumstances);
    this.parts.metrics?.countDeadLetter(refusal.code);
    const cause = error === undefined ? {} : errorFields(error);
    this.parts.log.error({ ...nameOf(row), ...refusal, why: code, ...cause }, 'a record was not released');
  }
}

const nameOf = ({ topic, event_id }: UnsentRow) => ({ topic, eventId: event_id });
