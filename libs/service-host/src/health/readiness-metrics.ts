import { Gauge, type Registry } from 'prom-client';

import { type FlowReadiness } from '#libs/event-flow';

/** What `/health/ready` says, for alerts. */
export function readinessMetrics(registry: Registry, now: () => FlowReadiness): void {
  const registers = [registry];
  new Gauge({
    name: 'imprimatur_ready',
    help: '1 while the service does its work, 0 while it does not.',
    registers,
    collect() {
      this.set(now().ready ? 1 : 0);
    },
  });
  new Gauge({
    name: 'imprimatur_not_ready',
    help: '1 for each readiness code that holds the service now; absent for the others.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const reason of now().reasons) this.set({ reason }, 1);
    },
  });
}
