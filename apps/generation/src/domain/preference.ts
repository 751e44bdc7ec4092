import {
  type Agent,
  type Configuration,
  covers,
  type ModelProfile,
  type OutcomeCode,
  type Policy,
  policyFor,
  type Principal,
  type Profile,
  type Question,
} from '#libs/contracts';

/** The profiles that a question may go to, the preferred one first; or why there is none. */
export type Preference =
  | {
      readonly kind: 'profiles';
      readonly policy: Policy;
      readonly preferred: Profile;
      /** In the order in which they take over. */
      readonly fallbacks: readonly ModelProfile[];
      /** Whose sight narrows the context further; null: the asker's alone. */
      readonly reader: Principal | null;
    }
  | { readonly kind: 'none'; readonly code: OutcomeCode };

interface Place {
  readonly namespace: string;
  readonly channel: string;
}

/**
 * Reads model preference and agent. A model that the question names comes before the agent's, the agent's before the
 * policy's. A question reaches no profile that its policy does not offer.
 */
export function preferenceOf(
  configuration: Configuration,
  place: Place,
  { model = 'auto', agent: agentId }: Pick<Question, 'model' | 'agent'>,
): Preference {
  const agent = agentId === undefined ? undefined : configuration.agents?.find(({ id }) => id === agentId);
  if (agentId !== undefined && agent === undefined) return { kind: 'none', code: 'generation.unknown_agent' };
  if (agent?.active === false) return { kind: 'none', code: 'generation.agent_inactive' };
  const policy = policyOf(configuration, place, agent);
  if (policy === undefined) return { kind: 'none', code: 'generation.unknown_agent' };
  const offered = offeredBy(configuration, policy, agent?.profile ?? null);
  if (offered.length === 0) return { kind: 'none', code: 'provider.not_configured' };
  const [preferred, ...others] = chosen(offered, model);
  if (preferred === undefined) return { kind: 'none', code: 'generation.unknown_model' };
  const fallbacks = withoutDoubles([...others.filter(isModel), ...fallbacksOf(configuration, preferred)]);
  return {
    kind: 'profiles',
    policy,
    preferred,
    fallbacks: fallbacks.filter(({ id }) => id !== preferred.id),
    reader: agent?.reader ?? null,
  };
}

/** undefined where the agent brings a policy that is made for another place. */
function policyOf(configuration: Configuration, place: Place, agent: Agent | undefined): Policy | undefined {
  if (agent?.policy === undefined) return policyFor(configuration, place);
  return configuration.policies.find((policy) => policy.id === agent.policy && covers(policy, place));
}

/** What a question under this policy may ask for: the agent's or the policy's own first, its fallbacks, the selectable. */
function offeredBy(configuration: Configuration, policy: Policy, ofAgent: string | null): Profile[] {
  const named = (id: string) => configuration.profiles.filter((profile) => profile.id === id);
  const own = named(ofAgent ?? policy.profile);
  const fallbacks = own.flatMap((profile) => fallbacksOf(configuration, profile));
  return withoutDoubles([...own, ...fallbacks, ...(policy.selectable ?? []).flatMap(named)]);
}

const quality = /^auto:(.+)$/;

function chosen(offered: readonly Profile[], model: string): readonly Profile[] {
  if (model === 'auto') return offered.slice(0, 1);
  const [, wanted] = quality.exec(model) ?? [];
  if (wanted === undefined) return offered.filter(({ id }) => id === model);
  return offered.filter((profile) => isModel(profile) && (profile.qualities ?? []).includes(wanted));
}

/** The chain of fallbacks; a checked configuration has no circle in it. */
function fallbacksOf(configuration: Configuration, from: Profile): ModelProfile[] {
  const next = isModel(from) ? (from.fallback ?? null) : null;
  const found = configuration.profiles.find(({ id }) => id === next);
  return found !== undefined && isModel(found) ? [found, ...fallbacksOf(configuration, found)] : [];
}

const isModel = (profile: Profile): profile is ModelProfile => profile.adapter !== 'extractive';

const withoutDoubles = <P extends Profile>(profiles: readonly P[]): P[] => [
  ...new Map(profiles.map((profile) => [profile.id, profile])).values(),
];
