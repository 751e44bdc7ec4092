import {
  type Agent,
  type Configuration,
  covers,
  fallbacksOf,
  isModelProfile,
  type ModelProfile,
  offeredProfiles,
  type OutcomeCode,
  type Policy,
  policyFor,
  type Principal,
  type Profile,
  type Question,
  withoutDoubles,
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
  const offered = offeredProfiles(configuration, policy, agent?.profile ?? null);
  if (offered.length === 0) return { kind: 'none', code: 'provider.not_configured' };
  const [preferred, ...others] = chosen(offered, model);
  if (preferred === undefined) return { kind: 'none', code: 'generation.unknown_model' };
  const fallbacks = withoutDoubles([...others.filter(isModelProfile), ...fallbacksOf(configuration, preferred)]);
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

const quality = /^auto:(.+)$/;

function chosen(offered: readonly Profile[], model: string): readonly Profile[] {
  if (model === 'auto') return offered.slice(0, 1);
  const [, wanted] = quality.exec(model) ?? [];
  if (wanted === undefined) return offered.filter(({ id }) => id === model);
  return offered.filter((profile) => isModelProfile(profile) && (profile.qualities ?? []).includes(wanted));
}
