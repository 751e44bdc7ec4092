import { Registry } from 'prom-client';

import { type Service, services } from '#libs/contracts';
import { eventFlowMetrics } from '#libs/event-flow';
import { readinessMetrics } from '#libs/service-host';

import { deliveryMetrics } from '../../apps/delivery/src/adapters/prometheus/delivery-metrics.js';
import { draftMetrics } from '../../apps/generation/src/adapters/prometheus/draft-metrics.js';
import { recordCounter } from '../../apps/ledger/src/metrics.js';
import { decisionCounter } from '../../apps/validation/src/metrics.js';

export interface MetricRow {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly help: string;
  readonly services: readonly Service[];
}

const nobody = async () => new Map<string, number>();

const own: Readonly<Record<Service, (registry: Registry) => unknown>> = {
  generation: (registry) => draftMetrics(registry, nobody),
  validation: decisionCounter,
  jury: () => undefined,
  ledger: recordCounter,
  delivery: (registry) => deliveryMetrics(registry, nobody),
};

/** The jury has no event flow yet. */
const flowing: readonly Service[] = services.filter((service) => service !== 'jury');

/** Every metric of the product, from the registries that the services fill; sorted by name. */
export function serviceMetrics(): MetricRow[] {
  const rows = new Map<string, MetricRow>();
  for (const service of services) {
    for (const row of rowsOf(registryOf(service))) {
      rows.set(row.name, { ...row, services: [...(rows.get(row.name)?.services ?? []), service] });
    }
  }
  return [...rows.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function registryOf(service: Service): Registry {
  const registry = new Registry();
  readinessMetrics(registry, () => ({ ready: true, reasons: [] }));
  if (flowing.includes(service)) {
    eventFlowMetrics(registry, { lag: async () => null, outbox: async () => null, unfinished: () => [] });
  }
  own[service](registry);
  return registry;
}

/** prom-client keeps a metric's type and labels, and does not say so in its types. */
function rowsOf(registry: Registry): Omit<MetricRow, 'services'>[] {
  const metrics = registry.getMetricsAsArray() as unknown as {
    name: string;
    help: string;
    labelNames: readonly string[];
    constructor: { name: string };
  }[];
  return metrics.map(({ name, help, labelNames, constructor }) => ({
    name,
    help,
    labels: labelNames,
    type: constructor.name.toLowerCase(),
  }));
}
