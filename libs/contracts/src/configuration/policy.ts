import { type Static, Type } from '@sinclair/typebox';

import { channelId, closed, name, namespaceId, oneOf } from '../fields.js';

/** How much depends on the answer. */
export const riskLevels = ['low', 'medium', 'high'] as const;
export const riskLevel = oneOf(...riskLevels);
export type RiskLevel = Static<typeof riskLevel>;

/** Of a question that names none. */
export const defaultRisk: RiskLevel = 'medium';
export const defaultProbeMaxAgeDays = 90;

export const policy = closed({
  id: name,
  /** null: every namespace, every channel. The most exact policy holds; namespace counts more than channel. */
  namespace: Type.Union([namespaceId, Type.Null()]),
  channel: Type.Union([channelId, Type.Null()]),
  profile: name,
  /** Profiles beside it and its fallbacks that a question may ask for, by id or by quality; left out: none. */
  selectable: Type.Optional(Type.Array(name, { maxItems: 100 })),
  /** Profiles that may be used although no probe of them holds. */
  allowUnprobed: Type.Array(name),
  /** Days after which a probe holds no longer; 90 where left out. */
  probeMaxAgeDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  /** The highest risk at which a model may be held less than strictly to its form; `medium` where left out. */
  nonStrictUpTo: Type.Optional(oneOf('none', 'low', 'medium')),
  reviewWithinMs: Type.Integer({ minimum: 1000, maximum: 30 * 86_400_000 }),
  panel: Type.Optional(name),
  /** Whether a model may answer from its general knowledge what no source covers; `allowed` when left out. */
  supplement: Type.Optional(oneOf('allowed', 'forbidden')),
});
export type Policy = Static<typeof policy>;

/** True where the policy is made for a place. */
export function covers(policy: Policy, place: { readonly namespace: string; readonly channel: string }): boolean {
  return (
    (policy.namespace === null || policy.namespace === place.namespace) &&
    (policy.channel === null || policy.channel === place.channel)
  );
}
