import {
  type DeadLetterOrigin,
  type DeferredNotice,
  type Draft,
  draftDigest,
  type FailedNotice,
  type PublishedAnswer,
  type PublishedRetraction,
  type Question,
  questionDigest,
  type Rejection,
  type RepairRequest,
  type ReviewRequest,
} from '#libs/contracts';
import { sha256 } from '#libs/kernel';

/**
 * What the record says of an event in clear, under the hash and outside the ciphertext: numbers, ids, digests, codes
 * and words of closed lists. Whoever erases an interaction leaves these, so no free text and no name of a person.
 */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

export const questionFacts = (question: Question): Facts => ({
  questionDigest: questionDigest(question),
  principalKind: question.principal?.kind ?? 'anonymous',
  timeoutMs: question.timeoutMs ?? null,
  entities: question.context?.entities?.length ?? 0,
  fragments: question.context?.fragments?.length ?? 0,
  references: question.context?.references?.length ?? 0,
  ...(question.replayOf === undefined ? {} : { replayOf: question.replayOf }),
});

export const draftFacts = (draft: Draft, value: Uint8Array): Facts => ({
  ordinal: draft.ordinal,
  questionDigest: draft.questionDigest,
  draftDigest: draftDigest(value),
  contextDigest: draft.contextDigest,
  answerSource: draft.answerSource,
  generationKind: draft.generationKind,
  profile: draft.profile?.id ?? null,
  profileDigest: draft.profile?.digest ?? null,
  modeAsked: draft.mode.asked,
  modeUsed: draft.mode.used,
  configurationRevision: draft.configuration.revision,
  attempts: draft.attempts.length,
  inputTokens: draft.usage.inputTokens,
  outputTokens: draft.usage.outputTokens,
  cost: draft.usage.cost,
  currency: draft.usage.currency,
  latencyMs: draft.latencyMs,
  code: draft.outcome.kind === 'failure' ? draft.outcome.code : null,
});

export const repairFacts = (repair: RepairRequest): Facts => ({
  questionDigest: repair.questionDigest,
  draftDigest: repair.draftDigest,
  configurationRevision: repair.configuration.revision,
  code: repair.errors[0]?.code ?? null,
  errors: repair.errors.length,
});

export const reviewFacts = (review: ReviewRequest): Facts => ({
  questionDigest: review.questionDigest,
  draftDigest: review.draftDigest,
  configurationRevision: review.configuration.revision,
  reviewWithinMs: review.reviewWithinMs,
  findings: review.findings.length,
});

export const answerFacts = (answer: PublishedAnswer): Facts => ({
  sequence: answer.sequence,
  kind: answer.kind,
  questionDigest: answer.questionDigest,
  draftDigest: answer.draftDigest,
  contextDigest: answer.contextDigest,
  textDigest: sha256(answer.text),
  answerSource: answer.answerSource,
  generationKind: answer.generationKind,
  repaired: answer.repaired,
  limitations: answer.limitations.length,
  configurationRevision: answer.configuration.revision,
  configurationDigest: answer.configuration.digest,
  checksSet: answer.checks.set,
  checksDigest: answer.checks.digest,
});

export const rejectionFacts = (rejection: Rejection): Facts => ({
  ordinal: rejection.ordinal,
  questionDigest: rejection.questionDigest,
  draftDigest: rejection.draftDigest,
  code: rejection.code,
  findings: rejection.findings.length,
  configurationRevision: rejection.configuration.revision,
});

export const retractionFacts = (retraction: PublishedRetraction): Facts => ({
  sequence: retraction.sequence,
  code: retraction.code,
  questionDigest: retraction.questionDigest,
  draftDigest: retraction.draftDigest,
  textDigest: retraction.textDigest,
  configurationRevision: retraction.configuration.revision,
});

export const noticeFacts = ({ sequence, code }: DeferredNotice | FailedNotice): Facts => ({ sequence, code });

/** The origin that the failing service wrote, in headers that no schema holds; `code` is why it could not handle the record. */
export const deadLetterFacts = (origin: DeadLetterOrigin): Facts => ({
  service: plain(origin.service),
  originTopic: plain(origin.topic),
  originPartition: Number.isSafeInteger(origin.partition) ? origin.partition : null,
  originOffset: plain(origin.offset),
  code: plain(origin.code),
  attempts: Number.isSafeInteger(origin.attempts) ? origin.attempts : null,
});

const plain = (text: string): string | null => (/^[A-Za-z0-9._-]{1,100}$/.test(text) ? text : null);
