import { type Code, type Question } from '#libs/contracts';

import { type AttemptBudget, type Elsewhere } from './attempt.js';
import { isAsStrong } from './forms.js';
import { type PassedOver, type Rung } from './ladder.js';

/** A call that was made for this job and refused: nothing was paid. */
export interface Tried {
  readonly profile: string;
  readonly code: string | null;
  /** True where another profile is asked in its place from now on. */
  readonly isLeft: boolean;
}

/** Refusals after which the same request is refused again. */
const final = new Set<string | null>(['provider.request_refused', 'provider.host_refused']);

/**
 * The rungs that are left after the calls that were made. A profile that was left for another one is not taken up again;
 * the last one called is, where it may still be called: its rest is over.
 */
export function rungsLeft(
  rungs: readonly Rung[],
  tried: readonly Tried[],
  notNow: readonly PassedOver[],
): readonly Rung[] {
  const last = tried.at(-1);
  return rungs.filter(({ profile }) => {
    if (notNow.some((other) => other.profile === profile.id)) return false;
    const own = tried.filter((call) => call.profile === profile.id);
    if (own.length === 0) return true;
    return (
      last?.profile === profile.id && !last.isLeft && !final.has(last.code) && own.length < profile.limits.attempts
    );
  });
}

/** The profiles that were called and refused, each with the last code. */
export function failedProfiles(tried: readonly Tried[]): PassedOver[] {
  const codes = new Map(tried.flatMap(({ profile, code }) => (code === null ? [] : [[profile, code as Code]])));
  return [...codes].map(([profile, code]) => ({ profile, code }));
}

/** Another profile that could be asked in the place of the first rung's. */
export function elsewhereFrom([rung, ...others]: readonly [Rung, ...Rung[]]): Elsewhere {
  if (others.length === 0) return 'none';
  return others.some(({ mode }) => isAsStrong(mode, rung.mode)) ? 'as_strong' : 'weaker';
}

/**
 * What is left after a call of the first of the rungs that were left before it. The asker's limit counts the calls of
 * the whole question, whatever the profiles; a profile's limit counts its own.
 */
export function attemptBudget(
  rungs: readonly [Rung, ...Rung[]],
  before: readonly Pick<Tried, 'profile'>[],
  { limits }: Pick<Question, 'limits'>,
  remainingMs: number,
): AttemptBudget {
  const [rung] = rungs;
  const number = before.filter(({ profile }) => profile === rung.profile.id).length + 1;
  const isLast = before.length + 1 >= (limits?.attempts ?? Infinity);
  const maxAttempts = isLast ? number : rung.profile.limits.attempts;
  const elsewhere = isLast || remainingMs <= 0 ? 'none' : elsewhereFrom(rungs);
  return { number, maxAttempts, remainingMs, elsewhere };
}

/** What follows where a profile may not be called before some time is over: as after a refusal, and nothing was sent. */
export function beforeCall(
  waitMs: number,
  remainingMs: number,
  elsewhere: Elsewhere,
): 'call' | 'rest' | 'elsewhere' | 'fail' {
  if (waitMs <= 0) return 'call';
  if (elsewhere === 'as_strong') return 'elsewhere';
  if (waitMs < remainingMs) return 'rest';
  return elsewhere === 'weaker' ? 'elsewhere' : 'fail';
}
