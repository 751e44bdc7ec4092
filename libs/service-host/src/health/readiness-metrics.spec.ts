import { Registry } from 'prom-client';

import { type FlowReadiness } from '#libs/event-flow';

import { readinessMetrics } from './readiness-metrics.js';

describe('readiness as metrics', () => {
  it('given a reason that goes away, then it is told while it holds and no longer', async () => {
    let now: FlowReadiness = { ready: false, reasons: ['kafka.away'] };
    const registry = new Registry();
    readinessMetrics(registry, () => now);
    const held = await registry.metrics();
    expect(held).toContain('imprimatur_ready 0');
    expect(held).toContain('imprimatur_not_ready{reason="kafka.away"} 1');
    now = { ready: true, reasons: [] };
    const well = await registry.metrics();
    expect(well).toContain('imprimatur_ready 1');
    expect(well).not.toContain('imprimatur_not_ready{');
  });
});
