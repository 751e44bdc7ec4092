import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

import { type DeliveryMeter } from '../../ports/delivery-meter.port.js';

/** Counts of the open questions by state; absent while they cannot be read. */
export type OpenQuestions = () => Promise<ReadonlyMap<string, number>>;

/** `open` is asked at each scrape, and its failure leaves the gauge as it was. */
export function deliveryMetrics(registry: Registry, open: OpenQuestions): DeliveryMeter {
  const registers = [registry];
  const outcomes = new Counter({
    name: 'imprimatur_delivery_released_total',
    help: 'Client events handed to the producer, by type and code; a handover of the relay may count one twice.',
    labelNames: ['type', 'code'],
    registers,
  });
  const refused = new Counter({
    name: 'imprimatur_delivery_refused_releases_total',
    help: 'Records for client topics that were not handed to the producer.',
    labelNames: ['code'],
    registers,
  });
  const late = new Counter({
    name: 'imprimatur_delivery_late_outcomes_total',
    help: 'Outcomes after the outcome: recorded, never published.',
    labelNames: ['happening'],
    registers,
  });
  const publication = new Histogram({
    name: 'imprimatur_delivery_publication_seconds',
    help: 'From the time of the event that caused it until a client event is handed to the producer.',
    labelNames: ['type'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  openQuestionsGauge(registers, open);
  return {
    released: (type, code, seconds) => {
      outcomes.inc({ type, code });
      publication.observe({ type }, seconds);
    },
    refusedRelease: (code) => refused.inc({ code }),
    late: (happening) => late.inc({ happening }),
  };
}

function openQuestionsGauge(registers: Registry[], open: OpenQuestions): void {
  new Gauge({
    name: 'imprimatur_delivery_open_questions',
    help: 'Questions without an outcome, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await open().catch(() => undefined);
      if (counts === undefined) return;
      for (const state of ['OPEN', 'DEFERRED']) this.set({ state }, counts.get(state) ?? 0);
    },
  });
}
