import { type Profile, type ProfileRef } from '#libs/contracts';
import { type Digest, digestOfJson } from '#libs/kernel';

const digests = new WeakMap<Profile, Digest>();

/** A profile never changes: another revision is another object. */
function digestOf(profile: Profile): Digest {
  const digest = digests.get(profile) ?? digestOfJson(profile);
  digests.set(profile, digest);
  return digest;
}

/** The profile as a draft names it; the digest is of the whole profile, probe included. */
export function profileRef(profile: Profile, unprobed: boolean): ProfileRef {
  const { id, adapter } = profile;
  const named =
    adapter === 'extractive' ? { model: null, aliases: [] } : { model: profile.model, aliases: profile.aliases };
  return { id, digest: digestOf(profile), adapter, ...named, unprobed };
}
