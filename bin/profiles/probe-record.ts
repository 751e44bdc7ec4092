import {
  adapterVersions,
  type CapabilityName,
  capabilityNames,
  type ModelProfile,
  type Probe,
  type ProbedCapability,
  probeStanding,
} from '#libs/contracts';

import { type TestResult } from './run-conformance.js';

/** What the tests saw beside the capabilities. */
export interface Observed {
  readonly usageReported: boolean;
  readonly namesTheModel: boolean;
  readonly truncationIsTold: boolean;
  readonly refusalIsTold: boolean;
  readonly finishes: readonly string[];
  readonly streamOddities: readonly string[];
}

/** True where the endpoint refused every request: then address, key or model are wrong, and nothing was learned of it. */
export const learnedNothing = (results: readonly TestResult[]): boolean => results.every(({ code }) => code !== null);

/**
 * The record of a run. A capability whose tests did not all come to a result keeps what an earlier run saw, with its
 * date, where that run was made for the same model, URL and adapter version.
 */
export function probeRecord(profile: ModelProfile, results: readonly TestResult[], now: Date): Probe {
  const at = now.toISOString();
  const { adapter, baseUrl, model } = profile;
  const former = probeStanding(profile, { now, maxAgeDays: Infinity }) === 'holds' ? profile.probe : null;
  const seen = (name: CapabilityName) => seenIn(results, name, at) ?? former?.capabilities[name] ?? null;
  return {
    adapterVersion: adapterVersions[adapter],
    baseUrl,
    model,
    namedModel: results.find(({ namedModel }) => namedModel !== null)?.namedModel ?? null,
    at,
    capabilities: Object.fromEntries(capabilityNames.map((name) => [name, seen(name)])) as Probe['capabilities'],
  };
}

/** Every test of a capability must pass; one that fails settles it. */
function seenIn(results: readonly TestResult[], name: CapabilityName, at: string): ProbedCapability | null {
  const own = results.filter(({ capability }) => capability === name);
  if (own.some(({ outcome }) => outcome === 'failed')) return { supported: false, at };
  return own.every(({ outcome }) => outcome === 'passed') ? { supported: true, at } : null;
}

export function observedIn(results: readonly TestResult[], { model, aliases }: ModelProfile): Observed {
  const answered = results.filter(({ code }) => code === null);
  const passed = (wanted: string) => results.some(({ name, outcome }) => name === wanted && outcome === 'passed');
  return {
    usageReported: answered.every(({ usageReported }) => usageReported),
    namesTheModel: answered.every(({ namedModel }) => namedModel === model || aliases.includes(namedModel ?? '')),
    truncationIsTold: passed('truncation_is_told'),
    refusalIsTold: passed('refusal_is_told'),
    finishes: [...new Set(answered.flatMap(({ finish }) => finish))].sort(),
    streamOddities: [...new Set(answered.flatMap(({ oddities }) => oddities))].sort(),
  };
}
