import { type Configuration, type ModelProfile } from '#libs/contracts';

import { configuration } from '../../fixtures/configuration.fixture-spec.js';
import { modelNames } from './models.js';

const model = (id: string, more: Partial<ModelProfile> = {}): ModelProfile => ({
  ...{ id, adapter: 'openai', enabled: true, baseUrl: 'https://models.example/v1', model: 'm', aliases: [] },
  ...{ scripted: false, secret: null, prices: null, disclosureApproved: true },
  capabilities: { strictSchema: true, jsonSchema: true, jsonMode: true },
  limits: { callMs: 1000, idleMs: 1000, outputBytes: 1000, outputTokens: 100, attempts: 1 },
  ...more,
});
const [policy] = configuration.policies;
const offering: Configuration = {
  ...configuration,
  profiles: [
    model('main', { fallback: 'spare', qualities: ['accurate'] }),
    model('spare'),
    model('quick', { qualities: ['fast'] }),
    model('off', { enabled: false, qualities: ['slow'] }),
    model('elsewhere'),
  ],
  policies: [
    { ...policy!, id: 'everywhere', namespace: null, channel: null, profile: 'main', selectable: ['quick', 'off'] },
    { ...policy!, id: 'desk', namespace: null, channel: 'desk', profile: 'main' },
  ],
  agents: [
    { id: 'clerk', profile: null, active: true },
    { id: 'asleep', profile: null, active: false },
    { id: 'of-the-desk', profile: null, policy: 'desk', active: true },
  ],
};

describe('what a chat request may name as its model', () => {
  it('given a policy with fallbacks and selectable profiles, then what is enabled of them, by id and by quality', () => {
    const names = modelNames(offering, { namespace: 'default', channel: 'web' });
    expect(Object.fromEntries(names)).toEqual({
      auto: {},
      'auto:accurate': { model: 'auto:accurate' },
      'auto:fast': { model: 'auto:fast' },
      main: { model: 'main' },
      spare: { model: 'spare' },
      quick: { model: 'quick' },
      'agent:clerk': { agent: 'clerk' },
    });
  });

  it('given the place of an agent, then it may be named there', () => {
    const names = modelNames(offering, { namespace: 'default', channel: 'desk' });
    expect([...names.keys()]).toEqual(['auto', 'auto:accurate', 'main', 'spare', 'agent:clerk', 'agent:of-the-desk']);
  });
});
