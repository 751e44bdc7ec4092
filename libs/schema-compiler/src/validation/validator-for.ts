import { type Digest } from '#libs/kernel';

import { type AdmittedSchema } from '../admission/admitted-schema.js';
import { withinTime } from '../within-time.js';
import { LeastRecentlyUsed } from './least-recently-used.js';
import { makeValidator } from './make-validator.js';
import { namesIn, type Violation, violationsOf } from './violations.js';

/** `undecided`: out of time or out of stack; nobody knows, so it is never a pass. */
export type Validity =
  | { readonly outcome: 'valid' }
  | { readonly outcome: 'invalid'; readonly violations: readonly Violation[] }
  | { readonly outcome: 'undecided' };

/** @param milliseconds the whole time that it may take */
export type Validator = (value: unknown, milliseconds?: number) => Validity;

/** Enough for the largest answer that can be read under an ordinary schema, many times over. */
const defaultTime = 200;
const kept = new LeastRecentlyUsed<Digest, Validator>(256);

/** The validator of an admitted schema, against the caller's original; compiled once for each digest. */
export function validatorFor(admitted: AdmittedSchema): Validator {
  return kept.get(admitted.digest, () => newValidator(admitted));
}

function newValidator({ schema, draft }: AdmittedSchema): Validator {
  const check = makeValidator(schema, draft);
  const names = namesIn(schema);
  return (value, milliseconds = defaultTime) => {
    try {
      const checked = withinTime(milliseconds, () => check(value) === true);
      if (!checked.ok) return { outcome: 'undecided' };
      if (checked.value) return { outcome: 'valid' };
      return { outcome: 'invalid', violations: violationsOf(check.errors ?? [], value, names) };
    } catch (error) {
      // A recursive schema over a deep value: the stack may end before the time does.
      if (error instanceof RangeError) return { outcome: 'undecided' };
      throw error;
    } finally {
      check.errors = null;
    }
  };
}
