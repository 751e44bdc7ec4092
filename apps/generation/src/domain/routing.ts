import {
  type ConfigurationSnapshot,
  type ModelMode,
  type ModelProfile,
  policyFor,
  type Profile,
  type ProfileRef,
} from '#libs/contracts';
import { type Digest, digestOfJson } from '#libs/kernel';

import { strongestMode } from './ladder.js';

/** Which way a question goes, and what the draft says about it. */
export type Route =
  | { readonly kind: 'extractive'; readonly profile: ProfileRef }
  | {
      readonly kind: 'model';
      readonly profile: ProfileRef;
      readonly endpoint: ModelProfile;
      readonly mode: ModelMode;
    }
  | { readonly kind: 'closed'; readonly code: 'provider.not_configured'; readonly profile: ProfileRef | null };

/**
 * The policy's profile, or a closed way: disabled, without any form to hold the model to, or unprobed without the
 * policy's leave. Probes come later; until then every model profile is unprobed. What the profile may see of a question
 * is the plan's to say: a profile that is not approved for disclosure is a way for some questions.
 */
export function routeFor(
  configuration: ConfigurationSnapshot,
  place: { readonly namespace: string; readonly channel: string },
): Route {
  const policy = policyFor(configuration, place);
  const found = configuration.profiles.find(({ id }) => id === policy.profile);
  if (found === undefined) return { kind: 'closed', code: 'provider.not_configured', profile: null };
  const profile = profileRef(found);
  const closed = { kind: 'closed', code: 'provider.not_configured', profile } as const;
  if (!found.enabled) return closed;
  if (found.adapter === 'extractive') return { kind: 'extractive', profile };
  const mode = strongestMode(found.capabilities);
  const allowed = policy.allowUnprobed.includes(found.id);
  return allowed && mode !== undefined ? { kind: 'model', profile, endpoint: found, mode } : closed;
}

const digests = new WeakMap<Profile, Digest>();

/** A profile never changes: another revision is another object. */
function digestOf(profile: Profile): Digest {
  const digest = digests.get(profile) ?? digestOfJson(profile);
  digests.set(profile, digest);
  return digest;
}

function profileRef(profile: Profile): ProfileRef {
  const { id, adapter } = profile;
  const named =
    adapter === 'extractive' ? { model: null, aliases: [] } : { model: profile.model, aliases: profile.aliases };
  return { id, digest: digestOf(profile), adapter, ...named, unprobed: adapter !== 'extractive' };
}
