import { type Policy } from './policy.js';
import { type ModelProfile, type Profile } from './profile.js';

interface Profiles {
  readonly profiles: readonly Profile[];
}

export const isModelProfile = (profile: Profile): profile is ModelProfile => profile.adapter !== 'extractive';

/**
 * What a question under this policy may ask for: the agent's profile or the policy's own first, its fallbacks in their
 * order, then the selectable.
 */
export function offeredProfiles(
  configuration: Profiles,
  { profile, selectable = [] }: Pick<Policy, 'profile' | 'selectable'>,
  ofAgent: string | null,
): Profile[] {
  const named = (id: string) => configuration.profiles.filter((each) => each.id === id);
  const own = named(ofAgent ?? profile);
  const fallbacks = own.flatMap((each) => fallbacksOf(configuration, each));
  return withoutDoubles([...own, ...fallbacks, ...selectable.flatMap(named)]);
}

/** The chain of fallbacks; a checked configuration has no circle in it. */
export function fallbacksOf(configuration: Profiles, from: Profile): ModelProfile[] {
  const next = isModelProfile(from) ? (from.fallback ?? null) : null;
  const found = configuration.profiles.find(({ id }) => id === next);
  return found !== undefined && isModelProfile(found) ? [found, ...fallbacksOf(configuration, found)] : [];
}

export const withoutDoubles = <P extends Profile>(profiles: readonly P[]): P[] => [
  ...new Map(profiles.map((profile) => [profile.id, profile])).values(),
];
