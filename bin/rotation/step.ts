import { fail, ok, type Result } from '#libs/kernel';
import { type KeyStatus, type PublicJwk } from '#libs/seal';

/** What an operator does to a key of the set; publishing makes a new one. */
export type KeyStep = 'activate' | 'retire' | 'revoke';

const steps: Readonly<Record<KeyStep, { readonly from: readonly KeyStatus[]; readonly to: KeyStatus }>> = {
  activate: { from: ['published'], to: 'active' },
  retire: { from: ['active'], to: 'retired' },
  revoke: { from: ['published', 'active', 'retired'], to: 'revoked' },
};

/** The set after the step, or a sentence that says why the step is out of order. */
export function stepped(keys: readonly PublicJwk[], kid: string, step: KeyStep): Result<readonly PublicJwk[], string> {
  const key = keys.find((one) => one.kid === kid);
  if (key === undefined) return fail(`There is no key ${kid} in the set.`);
  const { from, to } = steps[step];
  if (!from.includes(key.status))
    return fail(`The key ${kid} is ${key.status}; ${step} takes one that is ${or(from)}.`);
  const isLastActive = !keys.some((one) => one !== key && one.status === 'active');
  if (step === 'retire' && isLastActive) return fail(`The key ${kid} is the only active one: activate another first.`);
  return ok(keys.map((one) => (one === key ? { ...one, status: to } : one)));
}

const or = (statuses: readonly KeyStatus[]): string => statuses.join(' or ');
