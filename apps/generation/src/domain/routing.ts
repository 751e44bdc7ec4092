import {
  type Code,
  type ConfigurationSnapshot,
  type ModelMode,
  type ModelProfile,
  type OutcomeCode,
  type Policy,
  policyFor,
  type Principal,
  type ProfileRef,
  type Question,
} from '#libs/contracts';

import { admit } from './admission.js';
import { isUnusable } from './offered-tools.js';
import { type Demand, demandOf } from './demand.js';
import { isAsStrong } from './forms.js';
import { type Ladder, ladderOf, type PassedOver, type Rung } from './ladder.js';
import { type Preference, preferenceOf } from './preference.js';
import { profileRef } from './profile-ref.js';
import { failedProfiles, rungsLeft, type Tried } from './tried.js';

interface Way {
  readonly policy: Policy;
  /** Whose sight narrows the context beside the asker's; null: nobody's. */
  readonly reader: Principal | null;
  readonly asked: ModelMode | 'none';
  /** Profiles that come before the one used, or were asked less strictly, and why. */
  readonly passedOver: readonly PassedOver[];
  /** Why the form is weaker than the one asked for; null where it is not. */
  readonly downgrade: Code | null;
}

/** Which way a question goes, and what the draft says about it. */
export type Route = Way &
  (
    | { readonly kind: 'extractive'; readonly profile: ProfileRef }
    | {
        readonly kind: 'model';
        readonly profile: ProfileRef;
        readonly endpoint: ModelProfile;
        readonly mode: ModelMode;
        /** The rungs that are left, this one first. */
        readonly rungs: readonly [Rung, ...Rung[]];
      }
    | { readonly kind: 'no_action'; readonly profile: null }
    /** No model may see what the question brings: what is answered is composed of it. */
    | { readonly kind: 'undisclosed'; readonly profile: null }
    | { readonly kind: 'closed'; readonly code: OutcomeCode; readonly profile: ProfileRef | null }
  );

/** What a route is looked for. */
export interface Asking {
  readonly namespace: string;
  readonly channel: string;
  readonly question: Question;
  /** Against which probes age: the database's time. */
  readonly now: Date;
  /** The calls made so far, oldest first. */
  readonly tried: readonly Tried[];
  /** Profiles that cannot be called now, and why; nothing was sent to them. */
  readonly notNow?: readonly PassedOver[];
}

/** A pure function of configuration, question, time and what was tried: the same look gives the same rung. */
export function routeFor(configuration: ConfigurationSnapshot, asking: Asking): Route {
  const preference = preferenceOf(configuration, asking, asking.question);
  if (preference.kind === 'none')
    return closed(preference.code, null, beginning(policyFor(configuration, asking), null));
  const { policy, preferred, fallbacks, reader } = preference;
  if (asking.question.tools?.some(isUnusable))
    return closed('generation.tool_unusable', null, beginning(policy, reader));
  if (preferred.adapter === 'extractive') {
    const profile = profileRef(preferred, false);
    const way = beginning(policy, reader);
    return preferred.enabled
      ? { kind: 'extractive', profile, ...way }
      : closed('provider.not_configured', profile, way);
  }
  const demand = demandOf(asking.question, policy);
  const ladder = ladderOf(
    [preferred, ...fallbacks].map((profile) => admit(profile, policy, asking)),
    demand,
  );
  return climb(ladder, demand, asking, preference);
}

const beginning = (policy: Policy, reader: Principal | null): Way => ({
  ...{ policy, reader, asked: 'none' },
  passedOver: [],
  downgrade: null,
});

const closed = (code: OutcomeCode, profile: ProfileRef | null, way: Way): Route => ({
  kind: 'closed',
  code,
  profile,
  ...way,
});

type Chosen = Extract<Preference, { kind: 'profiles' }>;

function climb(
  ladder: Ladder,
  demand: Demand,
  { tried, notNow = [] }: Asking,
  { policy, preferred, reader }: Chosen,
): Route {
  const [rung, ...others] = rungsLeft(ladder.rungs, tried, notNow);
  const way = { policy, reader, asked: demand.asked, downgrade: null };
  const all = [...failedProfiles(tried), ...notNow];
  if (rung === undefined) return atTheEnd(ladder, all, profileRef(preferred, false), way);
  const failed = all.filter(({ profile }) => profile !== rung.profile.id);
  const passedOver = [...ladder.passedOver, ...failed];
  return {
    kind: 'model',
    profile: profileRef(rung.profile, rung.unprobed),
    endpoint: rung.profile,
    mode: rung.mode,
    rungs: [rung, ...others],
    ...way,
    passedOver,
    downgrade: isAsStrong(rung.mode, demand.asked) ? null : reasonOf(rung, ladder, failed),
  };
}

/** A stronger rung whose profile refused says why; without one, what keeps the first profile from the strict form. */
function reasonOf(rung: Rung, ladder: Ladder, failed: readonly PassedOver[]): Code {
  const stronger = ladder.rungs.filter(({ mode }) => mode !== rung.mode && isAsStrong(mode, rung.mode));
  const refused = failed.findLast(({ profile }) => stronger.some((above) => above.profile.id === profile));
  return refused?.code ?? ladder.passedOver[0]?.code ?? 'profile.no_strict';
}

function atTheEnd(
  ladder: Ladder,
  failed: readonly PassedOver[],
  profile: ProfileRef,
  way: Omit<Way, 'passedOver'>,
): Route {
  const refused = failed.at(-1)?.code;
  const { passedOver } = ladder;
  if (refused !== undefined) {
    return closed(refused as OutcomeCode, profile, { ...way, passedOver: [...passedOver, ...failed] });
  }
  const downgrade = passedOver[0]?.code ?? 'profile.no_form';
  if (ladder.end === 'no_action') return { kind: 'no_action', profile: null, ...way, passedOver, downgrade };
  if (ladder.end === 'undisclosed') return { kind: 'undisclosed', profile: null, ...way, passedOver };
  const isUnprobed = passedOver.some(({ code }) => unprobed.has(code));
  return closed(isUnprobed ? 'provider.unprobed' : 'provider.not_configured', profile, { ...way, passedOver });
}

const unprobed: ReadonlySet<Code> = new Set(['profile.unprobed', 'profile.probe_other', 'profile.probe_old']);
