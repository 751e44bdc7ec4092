import { type ModelProfile } from '#libs/contracts';

import { type Admission } from '../../apps/generation/src/domain/admission.js';
import { type Demand } from '../../apps/generation/src/domain/demand.js';
import { ladderOf, type Rung } from '../../apps/generation/src/domain/ladder.js';

/** The strongest form of a profile, or why it has none. */
export const standings = ['strict', 'tool', 'json_schema', 'json_mode', 'no tool calls', 'no form', 'refused'] as const;
export type Standing = (typeof standings)[number];

/** `weaker`: no strict form, but the one that the question wants next. */
export const fallbackStandings = ['none', 'strict', 'weaker', 'refused'] as const;
export type FallbackStanding = (typeof fallbackStandings)[number];

/** What the ladder gives, in words: the rungs in their order, or what stands in their place. */
export function outcome(preferred: Standing, fallback: FallbackStanding, mayBeWeaker: boolean): string {
  const all = [admission('preferred', preferred), ...fallbackAdmissions(fallback)];
  const { rungs, end } = ladderOf(all, demand(preferred, mayBeWeaker));
  if (rungs.length > 0) return rungs.map(inWords).join(', then ');
  return end === 'no_action' ? 'the no-action answer' : 'a failure';
}

/** Of a fallback the page says only whether it is asked strictly: its own form is its own row. */
function inWords({ profile: { id }, mode }: Rung): string {
  return `${id} ${id === 'fallback' && mode !== 'strict' ? 'weaker' : mode}`;
}

const demand = (preferred: Standing, mayBeWeaker: boolean): Demand => ({
  risk: mayBeWeaker ? 'medium' : 'high',
  asked: preferred === 'tool' ? 'tool' : 'strict',
  tools: preferred === 'no tool calls',
  schema: {},
  mayBeWeaker,
});

function admission(id: string, standing: Standing): Admission {
  const profile = { id } as ModelProfile;
  if (standing === 'refused') return { kind: 'refused', profile, code: 'profile.disabled' };
  const capabilities = {
    strictSchema: standing === 'strict',
    jsonSchema: standing === 'json_schema',
    jsonMode: standing === 'json_mode',
    toolCalls: standing === 'tool',
    parallelToolCallsWithStrict: false,
  };
  return { kind: 'admitted', profile, capabilities, unprobed: false };
}

/** A fallback takes tools too, so that it is told by its form alone. */
function fallbackAdmissions(standing: FallbackStanding): Admission[] {
  if (standing === 'none') return [];
  const made = admission('fallback', standing === 'weaker' ? 'json_mode' : standing);
  if (made.kind === 'refused') return [made];
  return [{ ...made, capabilities: { ...made.capabilities, toolCalls: true } }];
}
