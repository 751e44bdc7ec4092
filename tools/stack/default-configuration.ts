import { type Configuration } from '#libs/contracts';

/** The configuration of a first start: no key needed, one channel, one local token. */
export function defaultConfiguration(tokenDigest: string): Configuration {
  return {
    revision: 1,
    profiles: [{ id: 'extractive', adapter: 'extractive', enabled: true }],
    policies: [
      {
        id: 'everywhere',
        namespace: null,
        channel: null,
        profile: 'extractive',
        allowUnprobed: [],
        reviewWithinMs: 86_400_000,
      },
    ],
    channels: [{ id: 'web', namespaces: 'every' }],
    upstreams: ['example'],
    apiTokens: [
      {
        tokenDigest: tokenDigest as `sha256:${string}`,
        principal: { kind: 'human', id: 'local' },
        namespace: 'default',
        channels: ['web'],
        scopes: ['ask', 'read', 'content.read', 'operate'],
        expiresAt: '2100-01-01T00:00:00Z',
      },
    ],
  };
}
