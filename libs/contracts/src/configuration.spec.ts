import { type Configuration, channelServes, policyFor, readConfiguration } from './configuration.js';

const base: Configuration = {
  revision: 1,
  profiles: [{ id: 'extractive', adapter: 'extractive', enabled: true }],
  policies: [
    { id: 'all', namespace: null, channel: null, profile: 'extractive', allowUnprobed: [], reviewWithinMs: 86_400_000 },
  ],
  channels: [
    { id: 'web', namespaces: 'every' },
    { id: 'desk', namespaces: ['inside'] },
  ],
  apiTokens: [],
};
const [everywhere] = base.policies;
const model = {
  id: 'model',
  adapter: 'openai',
  enabled: true,
  baseUrl: 'http://127.0.0.1:8080/v1',
  model: 'm',
  aliases: [],
  scripted: false,
  secret: null,
  capabilities: { strictSchema: true, jsonSchema: false, jsonMode: false },
  limits: { callMs: 290_000, idleMs: 1000, outputBytes: 1000, outputTokens: 100, attempts: 1 },
  prices: null,
  disclosureApproved: true,
};
const withModel = (more: object): object => ({ ...base, profiles: [...base.profiles, { ...model, ...more }] });

describe('a configuration', () => {
  it('given a right one, has a digest', () => {
    expect(readConfiguration(base)).toMatchObject({ ok: true, value: { digest: expect.stringMatching(/^sha256:/) } });
  });

  it('given a model profile, is taken', () => {
    expect(readConfiguration(withModel({}))).toMatchObject({ ok: true });
  });

  it.each([
    ['an unknown member', { ...base, surprise: 1 }, 'config.invalid', ''],
    [
      'a schema id and version twice',
      { ...base, schemas: ['1', '2', '1'].map((version) => ({ id: 'invoice', version, schema: '{}' })) },
      'config.invalid',
      '/schemas/2',
    ],
    [
      'a policy that names no profile',
      { ...base, policies: [{ ...everywhere, profile: 'gone' }] },
      'config.invalid',
      '/policies/0/profile',
    ],
    [
      'no policy for everything',
      { ...base, policies: [{ ...everywhere, channel: 'web' }] },
      'config.invalid',
      '/policies',
    ],
    ['a base URL that is none', withModel({ baseUrl: 'http://[' }), 'config.invalid', '/profiles/1/baseUrl'],
    [
      'a call longer than can be kept',
      withModel({ limits: { ...model.limits, callMs: 290_001 } }),
      'config.invalid',
      expect.any(String),
    ],
    ['a panel', { ...base, policies: [{ ...everywhere, panel: 'p' }] }, 'not_supported_yet', '/policies/0/panel'],
    [
      'a secret written out',
      { ...base, profiles: [{ id: 'x', adapter: 'openai', secret: 'sk-1' }] },
      'config.invalid',
      expect.any(String),
    ],
  ])('given %s, is refused with a place', (_name, value, code, pointer) => {
    expect(readConfiguration(value)).toMatchObject({ ok: false, failure: { code, pointer } });
  });

  it('gives the most exact policy, namespace before channel', () => {
    const policies = [
      { ...everywhere!, id: 'channel', channel: 'web' },
      { ...everywhere!, id: 'namespace', namespace: 'inside' },
      everywhere!,
    ];
    expect(policyFor({ ...base, policies }, { namespace: 'inside', channel: 'web' }).id).toBe('namespace');
    expect(policyFor({ ...base, policies }, { namespace: 'other', channel: 'web' }).id).toBe('channel');
    expect(policyFor({ ...base, policies }, { namespace: 'other', channel: 'desk' }).id).toBe('all');
  });

  it('knows which namespaces a channel serves', () => {
    expect(channelServes(base, { namespace: 'other', channel: 'desk' })).toBe(false);
    expect(channelServes(base, { namespace: 'inside', channel: 'desk' })).toBe(true);
    expect(channelServes(base, { namespace: 'inside', channel: 'gone' })).toBe(false);
  });
});
