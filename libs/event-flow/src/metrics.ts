import { Counter, Gauge, type Registry } from 'prom-client';

import { type Code } from '#libs/contracts';

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

/** Asked at each scrape; null where it cannot be known now, and then the metric has no value. */
export interface FlowGauges {
  lag(): Promise<ReadonlyMap<string, number> | null>;
  outbox(): Promise<OutboxState | null>;
}

export function eventFlowMetrics(registry: Registry, gauges: FlowGauges): FlowMetrics {
  const registers = [registry];
  const metrics = {
    handled: new Counter({
      name: 'imprimatur_events_handled_total',
      help: 'Records by topic and result: done, skipped, dead_letter, retry, bug, outage, alone',
      labelNames: ['topic', 'result'] as const,
      registers,
    }),
    inFlight: new Gauge({
      name: 'imprimatur_events_in_flight',
      help: 'Records in a slice now',
      labelNames: ['topic'] as const,
      registers,
    }),
    deadLetters: new Counter({
      name: 'imprimatur_dead_letters_total',
      help: 'Dead letters by code',
      labelNames: ['code'] as const,
      registers,
    }),
    relayed: new Counter({
      name: 'imprimatur_outbox_relayed_total',
      help: 'Events that the relay brought to Kafka, by topic',
      labelNames: ['topic'] as const,
      registers,
    }),
  };
  addLagGauge(registers, gauges);
  addOutboxGauges(registers, gauges);
  return { ...metrics, countDeadLetter: (code) => metrics.deadLetters.inc({ code }) };
}

function addLagGauge(registers: Registry[], gauges: FlowGauges): void {
  new Gauge({
    name: 'imprimatur_consumer_lag',
    help: 'Records of a topic that this service has not committed yet',
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
  const age = new Gauge({
    name: 'imprimatur_outbox_oldest_seconds',
    help: 'Seconds since the oldest unsent event was filed',
    registers,
  });
  new Gauge({
    name: 'imprimatur_outbox_pending',
    help: 'Events filed and not yet brought to Kafka',
    registers,
    async collect() {
      const outbox = await gauges.outbox();
      this.set(outbox?.pending ?? NaN);
      age.set(outbox?.oldestSeconds ?? NaN);
    },
  });
}
