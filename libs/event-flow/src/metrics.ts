import { Counter, Gauge, type Registry } from 'prom-client';

import { type Code } from '#libs/contracts';

import { type Delivery } from './runner/drain.js';

/** What a flow counts. Labels are topics, results and codes; never ids, never content. */
export interface FlowMetrics {
  readonly handled: Counter<'topic' | 'result'>;
  readonly inFlight: Gauge<'topic'>;
  readonly deadLetters: Counter<'code'>;
  readonly relayed: Counter<'topic'>;
  countDeadLetter(code: Code): void;
}

export interface OutboxState {
  readonly pending: number;
  /** Seconds since the oldest unsent event was filed; 0 where there is none. */
  readonly oldestSeconds: number;
}

/** The first record of a partition that this instance holds and has not finished: what keeps the commit back. */
export interface Unfinished {
  readonly topic: string;
  readonly partition: number;
  /** Decimal text. */
  readonly offset: string;
  /** Seconds since this instance first took it. */
  readonly seconds: number;
}

export function unfinishedOf({ record, takenAt }: Delivery): Unfinished {
  const { topic, partition, offset } = record;
  return { topic, partition, offset, seconds: (Date.now() - takenAt) / 1000 };
}

/** Asked at each scrape; null where it cannot be known now, and then the metric has no value. */
export interface FlowGauges {
  lag(): Promise<ReadonlyMap<string, number> | null>;
  outbox(): Promise<OutboxState | null>;
  /** One row for each partition that holds an unfinished record now. */
  unfinished(): readonly Unfinished[];
}

export function eventFlowMetrics(registry: Registry, gauges: FlowGauges): FlowMetrics {
  const registers = [registry];
  const metrics = {
    handled: new Counter({
      name: 'imprimatur_events_handled_total',
      help: 'Tries of records by topic and result: done, skipped, dead_letter, retry, bug, outage, alone.',
      labelNames: ['topic', 'result'] as const,
      registers,
    }),
    inFlight: new Gauge({
      name: 'imprimatur_events_in_flight',
      help: 'Records in a slice now.',
      labelNames: ['topic'] as const,
      registers,
    }),
    deadLetters: new Counter({
      name: 'imprimatur_dead_letters_total',
      help: 'Dead letters by code.',
      labelNames: ['code'] as const,
      registers,
    }),
    relayed: new Counter({
      name: 'imprimatur_outbox_relayed_total',
      help: 'Events that the relay brought to Kafka, by topic.',
      labelNames: ['topic'] as const,
      registers,
    }),
  };
  addLagGauge(registers, gauges);
  addOutboxGauges(registers, gauges);
  addUnfinishedGauges(registers, gauges);
  return { ...metrics, countDeadLetter: (code) => metrics.deadLetters.inc({ code }) };
}

function addLagGauge(registers: Registry[], gauges: FlowGauges): void {
  new Gauge({
    name: 'imprimatur_consumer_lag',
    help: 'Records of a topic that this service has not committed yet.',
    labelNames: ['topic'] as const,
    registers,
    async collect() {
      this.reset();
      const lags = await gauges.lag();
      for (const [topic, records] of lags ?? []) this.set({ topic }, records);
    },
  });
}

function addOutboxGauges(registers: Registry[], gauges: FlowGauges): void {
  const look = together(() => gauges.outbox());
  new Gauge({
    name: 'imprimatur_outbox_oldest_seconds',
    help: 'Seconds since the oldest unsent event was filed.',
    registers,
    async collect() {
      this.set((await look())?.oldestSeconds ?? NaN);
    },
  });
  new Gauge({
    name: 'imprimatur_outbox_pending',
    help: 'Events filed and not yet brought to Kafka.',
    registers,
    async collect() {
      this.set((await look())?.pending ?? NaN);
    },
  });
}

/** A scrape asks its gauges at once and reads each as soon as its own `collect` is done: those of one look share it. */
function together<T>(look: () => Promise<T>): () => Promise<T> {
  let under: Promise<T> | undefined;
  return () => (under ??= look().finally(() => (under = undefined)));
}

function addUnfinishedGauges(registers: Registry[], gauges: FlowGauges): void {
  const labelNames = ['topic', 'partition'] as const;
  new Gauge({
    name: 'imprimatur_oldest_unfinished_seconds',
    help: 'Seconds since the first unfinished record of a partition was first taken by this instance.',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { topic, partition, seconds } of gauges.unfinished()) this.set({ topic, partition }, seconds);
    },
  });
  new Gauge({
    name: 'imprimatur_oldest_unfinished_offset',
    help: 'Offset of the first record of a partition that this instance has taken and not finished.',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { topic, partition, offset } of gauges.unfinished()) this.set({ topic, partition }, Number(offset));
    },
  });
}
