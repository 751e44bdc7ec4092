import { configurationWith, scriptedProfile } from '../fixtures/configuration.fixture-spec.js';
import { draftingTimeMs } from './drafting-time.js';
import { routeFor } from './routing.js';

const place = { namespace: 'default', channel: 'web' };
const none = { strictSchema: false, jsonSchema: false, jsonMode: false };

describe('routing', () => {
  it('given no model, then the extractive profile', () => {
    expect(routeFor(configurationWith(), place)).toMatchObject({ kind: 'extractive', profile: { unprobed: false } });
  });

  it.each([
    ['strict', { ...none, strictSchema: true, jsonMode: true }],
    ['json_schema', { ...none, jsonSchema: true, jsonMode: true }],
    ['json_mode', { ...none, jsonMode: true }],
  ])('given a model let in by name, then it is asked by its strongest mode, %s', (mode, capabilities) => {
    const route = routeFor(configurationWith(scriptedProfile({ capabilities })), place);
    expect(route).toMatchObject({ kind: 'model', mode, profile: { id: 'model', unprobed: true } });
  });

  it.each([
    ['disabled', configurationWith(scriptedProfile({ enabled: false }))],
    ['unprobed and not let in by name', configurationWith(scriptedProfile(), [])],
    ['without any form', configurationWith(scriptedProfile({ capabilities: none }))],
    ['missing', { ...configurationWith(), profiles: [] }],
  ])('given a profile that is %s, then the way is closed', (_why, configuration) => {
    expect(routeFor(configuration, place)).toMatchObject({ kind: 'closed', code: 'provider.not_configured' });
  });
});

describe('the time for drafting', () => {
  it('given a timeout, then a tenth and at most five seconds are left for the services behind', () => {
    expect(draftingTimeMs(1000)).toBe(900);
    expect(draftingTimeMs(60_000)).toBe(55_000);
    expect(draftingTimeMs(86_400_000)).toBe(86_395_000);
  });
});
