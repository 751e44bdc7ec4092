import { Registry } from 'prom-client';

import { type DraftAttempt, type Usage } from '#libs/contracts';

import { draftMetrics } from './draft-metrics.js';

const known: Usage = { inputTokens: 100, outputTokens: 20, cost: '0.00125', currency: 'EUR' };
const unknown: Usage = { inputTokens: null, outputTokens: null, cost: null, currency: null };

async function counted(...attempts: Pick<DraftAttempt, 'state' | 'usage'>[]): Promise<string> {
  const registry = new Registry();
  const meter = draftMetrics(registry, async () => new Map());
  attempts.forEach((attempt) => meter.attemptEnded({ number: 1, code: null, latencyMs: 2_000, ...attempt }));
  return registry.metrics();
}

describe('what generation counts of provider calls', () => {
  it('given calls with a known cost, then micro-units of their currency and tokens add up', async () => {
    const text = await counted({ state: 'RECEIVED', usage: known }, { state: 'BROKEN', usage: known });
    expect(text).toContain('imprimatur_generation_cost_micros_total{currency="EUR"} 2500');
    expect(text).toContain('imprimatur_generation_tokens_total{type="input",counted="provider"} 200');
    expect(text).toContain('imprimatur_generation_tokens_total{type="output",counted="provider"} 40');
    expect(text).not.toMatch(/imprimatur_generation_unknown_usage_total\{/);
    expect(text).toContain('imprimatur_generation_call_seconds_count{state="RECEIVED"} 1');
  });

  it('given a call of which nobody knows, then it is counted as unknown and not as 0', async () => {
    const text = await counted({ state: 'UNOBSERVED', usage: unknown });
    for (const what of ['input_tokens', 'output_tokens', 'cost'])
      expect(text).toContain(`imprimatur_generation_unknown_usage_total{what="${what}"} 1`);
    expect(text).not.toMatch(/imprimatur_generation_(tokens|cost_micros)_total\{/);
  });

  it('given tokens without a price, then only the cost is unknown', async () => {
    const text = await counted({ state: 'RECEIVED', usage: { ...known, cost: null, currency: null } });
    expect(text).toContain('imprimatur_generation_unknown_usage_total{what="cost"} 1');
    expect(text).toContain('imprimatur_generation_tokens_total{type="input",counted="provider"} 100');
    expect(text).not.toContain('what="input_tokens"');
  });

  it('given tokens that were estimated, then they are told from the provider’s own', async () => {
    const text = await counted({ state: 'RECEIVED', usage: { ...known, estimated: true } });
    expect(text).toContain('imprimatur_generation_tokens_total{type="input",counted="estimate"} 100');
  });

  it('given a refused call, then nothing is paid and nothing is unknown', async () => {
    const text = await counted({ state: 'REFUSED', usage: unknown });
    expect(text).not.toMatch(/imprimatur_generation_(unknown_usage|tokens|cost_micros)_total\{/);
  });
});
