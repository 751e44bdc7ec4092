import { type Agent } from './agent.js';
import { type Policy } from './policy.js';
import { type ModelProfile, type Profile } from './profile.js';
import { type RegisteredSchema, repeatedSchema } from './registered-schema.js';

export interface ConfigurationProblem {
  readonly code: 'config.invalid' | 'not_supported_yet';
  readonly pointer: string;
  readonly says: string;
}

/** What of a configuration names something else in it. */
interface Named {
  readonly profiles: readonly Profile[];
  readonly policies: readonly Policy[];
  readonly agents?: readonly Agent[];
  readonly channels: readonly { readonly id: string }[];
  readonly apiTokens: readonly { readonly tokenDigest: string }[];
  readonly schemas?: readonly RegisteredSchema[];
}

type Problem = ConfigurationProblem | undefined;
const invalid = (pointer: string, says: string): ConfigurationProblem => ({ code: 'config.invalid', pointer, says });

/** The first name that is given twice or that nothing has; undefined where all is there. */
export function crossCheck(named: Named): Problem {
  const { profiles, policies, agents = [], channels, apiTokens } = named;
  const tokens = apiTokens.map(({ tokenDigest: id }) => ({ id }));
  return (
    givenTwice('/profiles', 'two profiles', profiles) ??
    givenTwice('/channels', 'two channels', channels) ??
    givenTwice('/policies', 'two policies', policies) ??
    givenTwice('/agents', 'two agents', agents) ??
    givenTwice('/apiTokens', 'two tokens', tokens, 'a digest') ??
    first(profiles, (profile, index) => profileProblem(profiles, profile, `/profiles/${index}`)) ??
    first(policies, (policy, index) => policyProblem(profiles, policy, `/policies/${index}`)) ??
    first(agents, (agent, index) => agentProblem(named, agent, `/agents/${index}`)) ??
    schemaProblem(named.schemas ?? []) ??
    nowhere(policies)
  );
}

function first<T>(all: readonly T[], problemOf: (one: T, index: number) => Problem): Problem {
  for (const [index, one] of all.entries()) {
    const problem = problemOf(one, index);
    if (problem) return problem;
  }
  return undefined;
}

function givenTwice(pointer: string, what: string, all: readonly { readonly id: string }[], shared = 'an id'): Problem {
  const isUnique = new Set(all.map(({ id }) => id)).size === all.length;
  return isUnique ? undefined : invalid(pointer, `${what} share ${shared}`);
}

function profileProblem(profiles: readonly Profile[], profile: Profile, at: string): Problem {
  if (profile.adapter === 'extractive') return undefined;
  if (!URL.canParse(profile.baseUrl)) return invalid(`${at}/baseUrl`, 'is no URL');
  if (profile.limits.cost !== undefined && profile.prices === null) {
    return invalid(`${at}/limits/cost`, 'a limit of cost needs prices');
  }
  if (profile.scripted !== profile.model.startsWith('scripted-')) {
    return invalid(`${at}/model`, 'a scripted model, and no other, has a name that begins with scripted-');
  }
  return fallbackProblem(profiles, profile, `${at}/fallback`);
}

/** A fallback is a model too: what is composed without one would be another answer, and not the same one held less. */
function fallbackProblem(profiles: readonly Profile[], profile: ModelProfile, at: string): Problem {
  const passed = new Set([profile.id]);
  for (let next = profile.fallback ?? null; next !== null;) {
    if (passed.has(next)) return invalid(at, 'leads back to a profile that it came from');
    passed.add(next);
    const found = profiles.find(({ id }) => id === next);
    if (found === undefined || found.adapter === 'extractive') return invalid(at, 'names no model profile');
    next = found.fallback ?? null;
  }
  return undefined;
}

function policyProblem(profiles: readonly Profile[], policy: Policy, at: string): Problem {
  if (policy.panel !== undefined) {
    return { code: 'not_supported_yet', pointer: `${at}/panel`, says: 'no jury sits yet' };
  }
  if (!has(profiles, policy.profile)) return invalid(`${at}/profile`, 'names no profile');
  const missing = (policy.selectable ?? []).findIndex((id) => !has(profiles, id));
  return missing < 0 ? undefined : invalid(`${at}/selectable/${missing}`, 'names no profile');
}

function agentProblem({ profiles, policies }: Named, agent: Agent, at: string): Problem {
  if (agent.profile !== null && !has(profiles, agent.profile)) return invalid(`${at}/profile`, 'names no profile');
  if (agent.policy !== undefined && !has(policies, agent.policy)) return invalid(`${at}/policy`, 'names no policy');
  return undefined;
}

function schemaProblem(schemas: readonly RegisteredSchema[]): Problem {
  const repeated = repeatedSchema(schemas);
  return repeated < 0 ? undefined : invalid(`/schemas/${repeated}`, 'two schemas share an id and a version');
}

const has = (all: readonly { readonly id: string }[], wanted: string): boolean => all.some(({ id }) => id === wanted);

function nowhere(policies: readonly Policy[]): Problem {
  return policies.some(({ namespace, channel }) => namespace === null && channel === null)
    ? undefined
    : invalid('/policies', 'no policy for every namespace and every channel');
}
