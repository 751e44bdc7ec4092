import {
  type CapabilitySet,
  type Code,
  confirmedCapabilities,
  declaredCapabilities,
  defaultProbeMaxAgeDays,
  type ModelProfile,
  type Policy,
  type ProbeAge,
  probeStanding,
  type ProbeStanding,
  type Question,
} from '#libs/contracts';

import { maySee } from './answer-source.js';

/** A profile that may be called, with what counts of its capabilities; or why not. */
export type Admission =
  | {
      readonly kind: 'admitted';
      readonly profile: ModelProfile;
      readonly capabilities: CapabilitySet;
      /** True where no probe holds and the policy lets the profile in by name: what it declares counts. */
      readonly unprobed: boolean;
    }
  | { readonly kind: 'refused'; readonly profile: ModelProfile; readonly code: Code };

/** What is looked at, in the order in which it is looked at. */
interface Candidate {
  readonly profile: ModelProfile;
  readonly probe: ProbeStanding;
  readonly allowedByName: boolean;
  readonly maySee: boolean;
}

export interface AdmissionRow {
  readonly code: Code;
  readonly when: string;
  readonly holds: (candidate: Candidate) => boolean;
}

const unlessNamed = 'and the policy does not let the profile in by name';

/** The first row that holds refuses the profile; a profile that none refuses is admitted. */
export const admissionTable: readonly AdmissionRow[] = [
  { code: 'profile.disabled', when: 'it is not enabled', holds: ({ profile }) => !profile.enabled },
  {
    code: 'profile.unprobed',
    when: `it has no probe, ${unlessNamed}`,
    holds: ({ probe, allowedByName }) => probe === 'missing' && !allowedByName,
  },
  {
    code: 'profile.probe_other',
    when: `its probe was made for another model, URL or adapter version, ${unlessNamed}`,
    holds: ({ probe, allowedByName }) => probe === 'other' && !allowedByName,
  },
  {
    code: 'profile.probe_old',
    when: `its probe is older than the policy allows (90 days where it does not say), ${unlessNamed}`,
    holds: ({ probe, allowedByName }) => probe === 'old' && !allowedByName,
  },
  {
    code: 'profile.not_disclosable',
    when: 'its disclosure is not approved, and the question brings more than itself',
    holds: ({ maySee: sees }) => !sees,
  },
];

interface Look {
  readonly question: Question;
  readonly now: Date;
}

export function admit(profile: ModelProfile, policy: Policy, { question, now }: Look): Admission {
  const age: ProbeAge = { now, maxAgeDays: policy.probeMaxAgeDays ?? defaultProbeMaxAgeDays };
  const probe = probeStanding(profile, age);
  const candidate = {
    profile,
    probe,
    allowedByName: policy.allowUnprobed.includes(profile.id),
    maySee: maySee(profile, question),
  };
  const refusal = admissionTable.find(({ holds }) => holds(candidate));
  if (refusal !== undefined) return { kind: 'refused', profile, code: refusal.code };
  const unprobed = probe !== 'holds';
  const capabilities = unprobed ? declaredCapabilities(profile) : confirmedCapabilities(profile, age);
  return { kind: 'admitted', profile, capabilities, unprobed };
}
