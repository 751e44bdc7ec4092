import { type Configuration } from '#libs/contracts';

import { defaultConfiguration } from '../../../tools/stack/default-configuration.js';
import { attemptsAllowed, model } from '../provider-script.js';

/** Questions on `web` meet a patient profile; those on `desk` one that gives a silent provider up soon. */
export const channels = ['web', 'desk'] as const;

export const houseConfiguration =
  (baseUrl: string) =>
  (tokenDigest: string): Configuration => {
    const base = defaultConfiguration(tokenDigest);
    const policies = base.policies.map((policy) => ({ ...policy, allowUnprobed: ['patient', 'hasty'] }));
    return {
      ...base,
      profiles: [...base.profiles, profile('patient', baseUrl, 60_000), profile('hasty', baseUrl, 2_000)],
      policies: [
        ...policies.map((policy) => ({ ...policy, profile: 'patient' })),
        ...policies.map((policy) => ({ ...policy, id: 'desk', channel: 'desk', profile: 'hasty' })),
      ],
      channels: channels.map((id) => ({ id, namespaces: 'every' })),
      apiTokens: base.apiTokens.map((token) => ({ ...token, channels: [...channels] })),
    };
  };

function profile(id: string, baseUrl: string, idleMs: number): Configuration['profiles'][number] {
  return {
    id,
    adapter: 'openai',
    enabled: true,
    baseUrl,
    model,
    aliases: [],
    scripted: true,
    secret: null,
    capabilities: { strictSchema: false, jsonSchema: false, jsonMode: true },
    limits: { callMs: 60_000, idleMs, outputBytes: 100_000, outputTokens: 4000, attempts: attemptsAllowed },
    prices: null,
    disclosureApproved: true,
  };
}
