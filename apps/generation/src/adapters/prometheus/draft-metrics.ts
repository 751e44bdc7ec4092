import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

import { type Usage } from '#libs/contracts';

import { type DraftMeter } from '../../ports/draft-meter.port.js';

/** Counts of the jobs that are not done, by state; absent while they cannot be read. */
export type OpenJobs = () => Promise<ReadonlyMap<string, number>>;

/** `open` is asked at each scrape, and its failure leaves the gauge as it was. */
export function draftMetrics(registry: Registry, open: OpenJobs): DraftMeter {
  const registers = [registry];
  const attempts = new Counter({
    name: 'imprimatur_generation_attempts_total',
    help: 'Provider calls that ended, by state and code.',
    labelNames: ['state', 'code'],
    registers,
  });
  const drafts = new Counter({
    name: 'imprimatur_generation_drafts_total',
    help: 'Drafts, by kind and outcome: response, or the code of the failure.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const downgrades = new Counter({
    name: 'imprimatur_generation_downgrades_total',
    help: 'Calls that held the model to a weaker form than was asked for, and no-action answers, by mode used and reason.',
    labelNames: ['mode', 'reason'],
    registers,
  });
  const circuits = new Gauge({
    name: 'imprimatur_generation_circuit_open',
    help: '1 while the endpoint of a profile rests or is tried again after several calls without an answer, by profile; 0 once it answered.',
    labelNames: ['profile'],
    registers,
  });
  const countUsage = usageCounters(registers);
  const latency = latencyHistogram(registers);
  openJobsGauge(registers, open);
  return {
    attemptEnded: ({ state, code, latencyMs, usage }) => {
      attempts.inc({ state, code: code ?? 'none' });
      if (latencyMs !== null) latency.observe({ state }, latencyMs / 1000);
      // What was refused cost nothing: its usage is not unknown.
      if (state !== 'REFUSED') countUsage(usage);
    },
    drafted: (kind, outcome) => drafts.inc({ kind, outcome }),
    downgraded: (mode, reason) => downgrades.inc({ mode, reason }),
    circuitMoved: (profile, isClosed) => circuits.set({ profile }, isClosed ? 0 : 1),
  };
}

/** What is unknown is counted as unknown, and never as 0. */
function usageCounters(registers: Registry[]): (usage: Usage) => void {
  const tokens = new Counter({
    name: 'imprimatur_generation_tokens_total',
    help: 'Tokens, by type and by who counted them: the provider, or an estimate where it told none; calls whose usage is unknown are not in it.',
    labelNames: ['type', 'counted'],
    registers,
  });
  const cost = new Counter({
    name: 'imprimatur_generation_cost_micros_total',
    help: 'Known or estimated cost of provider calls in millionths of the currency; calls whose cost is unknown are not in it.',
    labelNames: ['currency'],
    registers,
  });
  const unknown = new Counter({
    name: 'imprimatur_generation_unknown_usage_total',
    help: 'Provider calls that may have been paid and whose input tokens, output tokens or cost nobody knows, by which.',
    labelNames: ['what'],
    registers,
  });
  const countTokens = (type: 'input' | 'output', count: number | null, counted: string) =>
    count === null ? unknown.inc({ what: `${type}_tokens` }) : tokens.inc({ type, counted }, count);
  return ({ inputTokens, outputTokens, cost: paid, currency, estimated }) => {
    const counted = estimated ? 'estimate' : 'provider';
    countTokens('input', inputTokens, counted);
    countTokens('output', outputTokens, counted);
    if (paid === null || currency === null) unknown.inc({ what: 'cost' });
    else cost.inc({ currency }, Number(paid) * 1_000_000);
  };
}

function latencyHistogram(registers: Registry[]): Histogram<'state'> {
  return new Histogram({
    name: 'imprimatur_generation_call_seconds',
    help: 'From the first byte sent to the end of a provider call, by the state of the attempt.',
    labelNames: ['state'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
    registers,
  });
}

function openJobsGauge(registers: Registry[], open: OpenJobs): void {
  new Gauge({
    name: 'imprimatur_generation_open_jobs',
    help: 'Jobs that are not done, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await open().catch(() => undefined);
      if (counts === undefined) return;
      for (const state of ['QUEUED', 'CLAIMED']) this.set({ state }, counts.get(state) ?? 0);
    },
  });
}
