import { type IncomingRecord, type ReadinessReason, type Refusal } from '#libs/contracts';

import { type Conditions } from './conditions.js';
import { type FlowLog } from './event-flow.port.js';
import { errorFields } from './failures/error-fields.js';
import { reasonOf } from './failures/reason-of.js';
import { type FlowMetrics } from './metrics.js';
import { type ConsumerState } from './ports/consumer-runner.port.js';
import { type TakenAgain } from './replay/replayed.js';
import { type Delivery } from './runner/drain.js';
import { type Step } from './runner/next-step.js';
import { type RunnerObserver } from './runner/runner-observer.port.js';
import { type SubscriptionTracing } from './tracing/subscription-tracing.js';

/** Waits of one record after which the service says that it is not ready. */
const patience = 3;
const outageLineEveryMs = 5_000;

export const reasonOfState: Readonly<Record<ConsumerState, ReadinessReason | null>> = {
  connecting: 'kafka.away',
  away: 'kafka.away',
  'kafka.unauthenticated': 'kafka.unauthenticated',
  'kafka.unauthorised': 'kafka.unauthorised',
  joining: 'group.joining',
  rebalancing: 'rebalancing',
  consuming: null,
  stopped: 'flow.not_started',
};

/** Turns what one subscription's runner does into readiness, metrics and log lines. */
export class SubscriptionObserver implements RunnerObserver {
  private lastOutageLine = 0;
  private readonly waiting = new Set<string>();

  constructor(
    private readonly topic: string,
    private readonly parts: {
      conditions: Conditions;
      metrics: FlowMetrics | null;
      log: FlowLog;
      traces?: Pick<SubscriptionTracing, 'ended'> | undefined;
    },
  ) {}

  consumer(state: ConsumerState): void {
    this.parts.conditions.set(`consumer ${this.topic}`, reasonOfState[state]);
    this.forgetRecords();
  }

  inFlight(change: number): void {
    this.parts.metrics?.inFlight.inc({ topic: this.topic }, change);
  }

  stepped(delivery: Delivery, step: Step, error: unknown): void {
    const result = resultOf(step);
    this.parts.metrics?.handled.inc({ topic: this.topic, result });
    if (step.kind === 'finish' && !step.skipped) this.parts.traces?.ended(delivery.record);
    if (step.kind === 'finish' || step.kind === 'deadLetter') return this.resumed(delivery);
    // What is given back holds nothing here: it may come to another member.
    if (step.kind === 'pause' && !delivery.drain.isClosing) this.hold(`outage ${this.topic}`, reasonOf(error));
    if (step.kind === 'wait' && step.because === 'retry') this.note(delivery);
    if (error === undefined || this.isRepetition(step)) return;
    this.parts.log.warn({ ...placeOf(delivery), result, ...errorFields(error) }, 'not done');
  }

  stuck(isStuck: boolean): void {
    this.hold(`slice ${this.topic}`, isStuck ? 'slice.stuck' : null);
  }

  buried(delivery: Delivery, refusal: Refusal): void {
    this.hold(`dead letter ${this.topic}`, null);
    this.parts.metrics?.countDeadLetter(refusal.code);
    this.parts.traces?.ended(delivery.record, refusal.code);
    // Named one by one: a reader's refusal may carry more than a code and a pointer, and that is content.
    const { code, pointer } = refusal;
    this.parts.log.warn({ ...placeOf(delivery), code, pointer }, 'dead letter');
  }

  buryBlocked(delivery: Delivery, error: unknown): void {
    if (!delivery.drain.isClosing) this.hold(`dead letter ${this.topic}`, 'dead_letter.blocked');
    this.parts.log.error({ ...placeOf(delivery), ...errorFields(error) }, 'a dead letter cannot be written');
  }

  replayed(record: IncomingRecord, taken: TakenAgain): void {
    const code = taken.kind === 'deadLetter' ? taken.refusal.code : undefined;
    if (code !== undefined) this.parts.metrics?.countDeadLetter(code);
    this.parts.log.info({ ...placeOf({ record }), result: taken.kind, code }, 'a dead letter was replayed');
  }

  /** In an outage every record of a batch says the same: one line in some seconds is enough. */
  private isRepetition(step: Step): boolean {
    if (step.kind !== 'pause') return false;
    const now = Date.now();
    if (now - this.lastOutageLine < outageLineEveryMs) return true;
    this.lastOutageLine = now;
    return false;
  }

  private resumed(delivery: Delivery): void {
    this.hold(`outage ${this.topic}`, null);
    if (this.waiting.delete(nameOf(delivery))) this.holdWaiting();
  }

  private note(delivery: Delivery): void {
    if (delivery.waits < patience || delivery.drain.isClosing) return;
    this.waiting.add(nameOf(delivery));
    this.holdWaiting();
  }

  /** Whatever record held the service is given back with the partitions; where it still is one's own, it comes again. */
  private forgetRecords(): void {
    this.waiting.clear();
    this.holdWaiting();
    this.hold(`outage ${this.topic}`, null);
    this.hold(`dead letter ${this.topic}`, null);
  }

  private holdWaiting(): void {
    this.hold(`lanes ${this.topic}`, this.waiting.size > 0 ? 'lane.waiting' : null);
  }

  private hold(part: string, reason: ReadinessReason | null): void {
    this.parts.conditions.set(part, reason);
  }
}

function resultOf(step: Step): string {
  if (step.kind === 'finish') return step.skipped ? 'skipped' : 'done';
  if (step.kind === 'wait') return step.because;
  return { deadLetter: 'dead_letter', pause: 'outage', alone: 'alone' }[step.kind];
}

function placeOf({ record }: Pick<Delivery, 'record'>) {
  return { topic: record.topic, partition: record.partition, offset: record.offset };
}

const nameOf = ({ record }: Delivery): string => `${record.partition}-${record.offset}`;
