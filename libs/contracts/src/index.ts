export * from './access.js';
export * from './action.js';
export * from './all-events.js';
export * from './answer-contract.js';
export { type ExecutedAction, type Intent } from './asked-beside.js';
export * from './cloud-events.js';
export { type CodeRow } from './code-row.js';
export * from './codes.js';
export * from './configuration.js';
export { type Agent } from './configuration/agent.js';
export {
  covers,
  defaultProbeMaxAgeDays,
  defaultRisk,
  type Policy,
  type RiskLevel,
  riskLevels,
} from './configuration/policy.js';
export { capabilityNames, type CapabilityName, type Probe, type ProbedCapability } from './configuration/probe.js';
export {
  type ModelAdapter,
  modelAdapters,
  type ModelProfile,
  type Profile,
  type ProfileLimits,
  type SecretRef,
} from './configuration/profile.js';
export { fallbacksOf, isModelProfile, offeredProfiles, withoutDoubles } from './configuration/offered-profiles.js';
export * from './configuration/standing.js';
export * from './configuration-items.js';
export * from './configuration-log.js';
export * from './configuration/registered-schema.js';
export * from './context.js';
export * from './dead-letter.js';
export * from './event-definition.js';
export * from './events/action-authorised.v1.js';
export * from './events/action-proposed.v1.js';
export * from './events/action-reported.v1.js';
export * from './events/answer-approved.v1.js';
export * from './events/answer-completed.v1.js';
export * from './events/answer-deferred.v1.js';
export * from './events/answer-drafted.v1.js';
export * from './events/answer-failed.v1.js';
export * from './events/answer-rejected.v1.js';
export * from './events/answer-repair-requested.v1.js';
export * from './events/answer-retracted-client.v1.js';
export * from './events/answer-retracted.v1.js';
export * from './events/config-changed.v1.js';
export * from './events/question-asked.v1.js';
export * from './events/review-requested.v1.js';
export * from './fields.js';
export * from './finding.js';
export * from './ids.js';
export * from './incoming-event.js';
export * from './notice.js';
export * from './outgoing-event.js';
export * from './published-answer.js';
export * from './read-question.js';
export * from './schema.js';
export * from './topics.js';
