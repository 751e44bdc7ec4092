import { type Configuration } from '#libs/contracts';

import { type Script } from '../../examples/scripted-provider/index.js';
import { defaultConfiguration } from '../stack/default-configuration.js';
import { type DemoExample } from './demo-example.js';

const model = 'scripted-demo';

/** The scripted model of the examples: each question gets its own replies. */
export function demoScript(examples: readonly DemoExample[]): Script {
  const rules = examples.filter(({ replies }) => replies.length > 0);
  return { model, rules: rules.map(({ question, replies }) => ({ match: question.question, replies: [...replies] })) };
}

/** Channel `web` asks the scripted model; channel `extracts` asks none. */
export function demoConfiguration(baseUrl: string): (tokenDigest: string) => Configuration {
  return (tokenDigest) => {
    const base = defaultConfiguration(tokenDigest);
    const everywhere = base.policies.map((policy) => ({ ...policy, profile: 'scripted', allowUnprobed: ['scripted'] }));
    const extracts = base.policies.map((policy) => ({ ...policy, id: 'extracts', channel: 'extracts' }));
    return {
      ...base,
      profiles: [...base.profiles, scriptedProfile(baseUrl)],
      policies: [...everywhere, ...extracts],
      channels: [...base.channels, { id: 'extracts', namespaces: 'every' }],
      apiTokens: base.apiTokens.map((token) => ({ ...token, channels: ['web', 'extracts'] })),
    };
  };
}

function scriptedProfile(baseUrl: string): Configuration['profiles'][number] {
  return {
    id: 'scripted',
    adapter: 'openai',
    enabled: true,
    baseUrl,
    model,
    aliases: [],
    scripted: true,
    secret: null,
    capabilities: { strictSchema: false, jsonSchema: false, jsonMode: true, toolCalls: true },
    limits: { callMs: 20_000, idleMs: 10_000, outputBytes: 200_000, outputTokens: 4000, attempts: 2 },
    prices: null,
    disclosureApproved: true,
  };
}
