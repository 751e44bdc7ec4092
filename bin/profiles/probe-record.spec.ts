import { type ModelProfile, type Probe } from '#libs/contracts';

import { conformanceSet } from './conformance.js';
import { learnedNothing, observedIn, probeRecord } from './probe-record.js';
import { type TestResult } from './run-conformance.js';

const profile = {
  adapter: 'openai',
  baseUrl: 'https://models.example/v1',
  model: 'm',
  aliases: ['m-1'],
} as ModelProfile;
const now = new Date('2026-11-30T12:00:00.000Z');
const at = now.toISOString();

/** Every test as given, where it is not named on its own. */
function results(outcome: TestResult['outcome'], named: Record<string, Partial<TestResult>> = {}): TestResult[] {
  return conformanceSet.map(({ name, capability }) => ({
    ...{ name, capability, outcome, code: null, finish: ['complete'], usageReported: true },
    ...{ namedModel: 'm-1', oddities: [] },
    ...named[name],
  }));
}

describe('the record of a probe', () => {
  it('given every test passed, then every capability was seen, and the record names what it was made for', () => {
    const record = probeRecord(profile, results('passed'), now);
    expect(record).toMatchObject({ adapterVersion: '2', baseUrl: profile.baseUrl, model: 'm', namedModel: 'm-1', at });
    expect(Object.values(record.capabilities)).toEqual(Array(5).fill({ supported: true, at }));
  });

  it('given one of the two tests of tool calls failed, then they are not supported', () => {
    const { capabilities } = probeRecord(profile, results('passed', { tool_call: { outcome: 'failed' } }), now);
    expect(capabilities.toolCalls).toEqual({ supported: false, at });
  });

  it('given no result, then nothing is known, and an earlier result stays with its date', () => {
    const inconclusive = results('passed', { strict: { outcome: 'inconclusive', code: 'provider.rate_limited' } });
    expect(probeRecord(profile, inconclusive, now).capabilities.strictSchema).toBeNull();
    const earlier = { supported: true, at: '2026-10-01T00:00:00.000Z' };
    const former = { ...probeRecord(profile, inconclusive, now), at: earlier.at };
    const probe: Probe = { ...former, capabilities: { ...former.capabilities, strictSchema: earlier } };
    expect(probeRecord({ ...profile, probe }, inconclusive, now).capabilities.strictSchema).toEqual(earlier);
    const elsewhere = { ...profile, probe, model: 'another' };
    expect(probeRecord(elsewhere, inconclusive, now).capabilities.strictSchema).toBeNull();
  });

  it('given what was seen beside them, then codes and yes or no', () => {
    const seen = results('passed', {
      strict: { usageReported: false, oddities: ['comments'] },
      refusal_is_told: { outcome: 'failed', namedModel: 'another' },
    });
    expect(observedIn(seen, profile)).toEqual({
      usageReported: false,
      namesTheModel: false,
      truncationIsTold: true,
      refusalIsTold: false,
      finishes: ['complete'],
      streamOddities: ['comments'],
    });
  });

  it('given no response at all, then nothing was learned', () => {
    expect(learnedNothing(results('passed'))).toBe(false);
    expect(learnedNothing(results('failed').map((each) => ({ ...each, code: 'provider.request_refused' })))).toBe(true);
  });
});
