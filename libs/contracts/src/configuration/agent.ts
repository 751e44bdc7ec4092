import { type Static, Type } from '@sinclair/typebox';

import { principal } from '../context.js';
import { closed, name, orNull } from '../fields.js';

/** A named way to answer, which a question may ask for. */
export const agent = closed({
  id: name,
  /** null: the policy's profile. */
  profile: orNull(name),
  /** The policy that holds in the place of the one for namespace and channel; it must cover them. */
  policy: Type.Optional(name),
  /** Sees of the context what this reader and the asker may both see; left out: what the asker may. */
  reader: Type.Optional(principal),
  active: Type.Boolean(),
});
export type Agent = Static<typeof agent>;
