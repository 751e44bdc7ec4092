import { services } from '#libs/contracts';

import { code, page, table } from './markdown.js';
import { type MetricRow, serviceMetrics } from './service-metrics.js';

export function metricsPage(): string {
  return page(
    'Metrics',
    'libs/event-flow/src/metrics.ts, libs/service-host/src/health, apps/*/src',
    'Every service serves its metrics at `/metrics` in the Prometheus text format. Labels are topics, partitions, codes, states, types and currencies, never ids and never content. Counters are of one instance and begin at 0 with its process. A value that cannot be known now is absent or `Nan`, never 0. The process metrics of prom-client (`process_*`, `nodejs_*`) come with them. [operations.md](../operations.md) says which of them call for somebody.',
    table(['metric', 'type', 'labels', 'means', 'services'], serviceMetrics().map(rowOf)),
  );
}

function rowOf({ name, type, labels, help, services: having }: MetricRow): string[] {
  const where = having.length === services.length ? 'all' : having.join(', ');
  return [code(name), type, labels.map(code).join(' '), help, where];
}
