import { type Profile, type ProfileRef } from '#libs/contracts';
import { digestOfJson } from '#libs/kernel';

/** The profile as a draft names it; the digest is of the whole profile, probe included. */
export function profileRef(profile: Profile, unprobed: boolean): ProfileRef {
  const { id, adapter } = profile;
  const named =
    adapter === 'extractive' ? { model: null, aliases: [] } : { model: profile.model, aliases: profile.aliases };
  return { id, digest: digestOfJson(profile), adapter, ...named, unprobed };
}
