import { type Code, type ModelMode } from '#libs/contracts';

import { type Admission } from './admission.js';
import { type Demand } from './demand.js';
import { formsOf } from './forms.js';
import { usesNone } from './schema-keywords.js';

type Admitted = Extract<Admission, { kind: 'admitted' }>;

/** One way to ask: a profile, and the form that it is held to. */
export interface Rung extends Omit<Admitted, 'kind'> {
  readonly mode: ModelMode;
}

export interface PassedOver {
  readonly profile: string;
  readonly code: Code;
}

export interface Ladder {
  /** In the order in which they are tried; none has a profile of another. */
  readonly rungs: readonly Rung[];
  /** Every profile that has no rung, or a weaker one than strict, and why. */
  readonly passedOver: readonly PassedOver[];
  /** What follows where no rung is left, and nothing was tried. */
  readonly end: 'no_action' | 'undisclosed' | 'failure';
}

export interface LadderRow {
  readonly rung: string;
  readonly on: 'preferred' | 'fallbacks' | 'every';
  readonly strength: 'strict' | 'weaker';
  readonly when: string;
}

/** THE ladder over the profiles that were admitted: strict everywhere comes before anything weaker anywhere. */
export const ladderTable: readonly LadderRow[] = [
  { rung: 'the strict form', on: 'preferred', strength: 'strict', when: 'it has one' },
  { rung: 'the strict form', on: 'fallbacks', strength: 'strict', when: 'they have one, in their order' },
  {
    rung: 'the strongest other form, with check and repair',
    on: 'every',
    strength: 'weaker',
    when: 'it has no strict form, and the risk is not above what the policy allows; never at high risk',
  },
];

/** What follows after the last rung. A provider that fails is told by its own code, and never as missing knowledge. */
export const ladderEnds = [
  { end: 'failure', when: 'a provider was called and refused', says: 'the code of the last refusal' },
  {
    end: 'no_action',
    when: 'nothing was called, and what keeps an admitted profile from answering is the risk, the schema or the tools of this question',
    says: 'the no-action answer: a fixed sentence, INSUFFICIENT_KNOWLEDGE, DETERMINISTIC',
  },
  {
    end: 'undisclosed',
    when: 'no profile was admitted that has any form, and one of them only because it may not see what the question brings',
    says: 'what the sources allow without a model: extracts, a request for clarification, or INSUFFICIENT_KNOWLEDGE',
  },
  {
    end: 'failure',
    when: 'no profile was admitted, or none that was has any form',
    says: 'provider.unprobed where a probe is all that is missing, else provider.not_configured',
  },
] as const;

/** @param admissions the preferred profile first, then its fallbacks in their order */
export function ladderOf(admissions: readonly Admission[], demand: Demand): Ladder {
  const standings = admissions.map((admission, index) => standingOf(admission, index, demand));
  const rungs = ladderTable.flatMap((row) => standings.flatMap((standing) => rungOf(row, standing, demand)));
  const passedOver = standings.flatMap(({ profile, code }) => (code === null ? [] : { profile, code }));
  return { rungs, passedOver, end: endOf(standings) };
}

function endOf(standings: readonly Standing[]): Ladder['end'] {
  if (standings.some(({ admitted, code }) => admitted !== null && code !== 'profile.no_form')) return 'no_action';
  return standings.some(({ code }) => code === 'profile.not_disclosable') ? 'undisclosed' : 'failure';
}

interface Standing {
  readonly profile: string;
  readonly isPreferred: boolean;
  readonly admitted: Admitted | null;
  /** The strongest form; undefined where it has none. */
  readonly form: ModelMode | undefined;
  /** Why it is not asked strictly; null where it is. */
  readonly code: Code | null;
}

function standingOf(admission: Admission, index: number, demand: Demand): Standing {
  const base = { profile: admission.profile.id, isPreferred: index === 0 };
  if (admission.kind === 'refused') return { ...base, admitted: null, form: undefined, code: admission.code };
  const { capabilities, profile } = admission;
  const takesSchema = usesNone(demand.schema, profile.schemaLimitations ?? []);
  const [form] = formsOf({ capabilities, takesSchema, tools: demand.tools, asTool: demand.asked === 'tool' });
  return { ...base, admitted: admission, form, code: whyNotStrict(admission, form, takesSchema, demand) };
}

function whyNotStrict({ capabilities }: Admitted, form: ModelMode | undefined, takesSchema: boolean, demand: Demand) {
  if (form === 'strict') return null;
  if (demand.tools && !capabilities.toolCalls) return 'profile.no_tools';
  if (form !== undefined && !demand.mayBeWeaker) return 'risk.needs_strict';
  if (!takesSchema) return 'profile.schema_limited';
  return form === undefined ? 'profile.no_form' : 'profile.no_strict';
}

function rungOf({ on, strength }: LadderRow, { admitted, form, isPreferred }: Standing, demand: Demand): Rung[] {
  if (admitted === null || form === undefined) return [];
  if (on !== 'every' && isPreferred !== (on === 'preferred')) return [];
  if (strength !== (form === 'strict' ? 'strict' : 'weaker')) return [];
  if (strength === 'weaker' && !demand.mayBeWeaker) return [];
  const { profile, capabilities, unprobed } = admitted;
  return [{ profile, capabilities, unprobed, mode: form }];
}
