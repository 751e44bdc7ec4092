import { type Configuration } from '#libs/contracts';

import { defaultConfiguration } from '../../tools/stack/default-configuration.js';
import { model } from './load.js';

/** Every question goes to the scripted model of the bench. */
export const benchConfiguration =
  (baseUrl: string) =>
  (tokenDigest: string): Configuration => {
    const base = defaultConfiguration(tokenDigest);
    const policies = base.policies.map((policy) => ({ ...policy, profile: 'bench', allowUnprobed: ['bench'] }));
    return { ...base, policies, profiles: [...base.profiles, profile(baseUrl)] };
  };

const profile = (baseUrl: string): Configuration['profiles'][number] => ({
  id: 'bench',
  adapter: 'openai',
  enabled: true,
  baseUrl,
  model,
  aliases: [],
  scripted: true,
  secret: null,
  capabilities: { strictSchema: true, jsonSchema: true, jsonMode: true },
  limits: { callMs: 60_000, idleMs: 60_000, outputBytes: 200_000, outputTokens: 4000, attempts: 2 },
  prices: null,
  disclosureApproved: true,
});
