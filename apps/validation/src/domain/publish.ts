import {
  type Answer,
  type ConfigurationSnapshot,
  type Draft,
  type Finding,
  type PublishedAnswer,
} from '#libs/contracts';
import { type Digest, digestOfJson } from '#libs/kernel';

import { checkSetName } from './checks/check-set.js';
import { notices } from './notice.js';
import { citationsOf, partsOf } from './parts.js';
import { publishedSource } from './published-source.js';
import { publishedStrings } from './published-strings.js';
import { markersIn } from './text/markers.js';

export type UnsealedAnswer = Omit<PublishedAnswer, 'seal'>;

export interface Publication {
  readonly draft: Draft;
  readonly draftDigest: Digest;
  /** As decided, what was dropped already gone. */
  readonly answer: Answer;
  readonly findings: readonly Finding[];
  readonly configuration: Pick<ConfigurationSnapshot, 'revision' | 'digest'>;
}

/**
 * The object that clients get, whole but for its seal. Every member is written out: a draft may carry members that
 * this version does not know, and none of them may slip into what is signed. undefined where no event can hold it.
 */
export function publish({
  draft,
  draftDigest,
  answer,
  findings,
  configuration,
}: Publication): UnsealedAnswer | undefined {
  const { window, evidence, mode } = draft;
  const markers = publishedStrings(answer).map(({ text }) => markersIn(text, window.references.length));
  const parts = partsOf(answer.answer, markers[0] ?? [], draft.generationKind);
  if (parts === undefined) return undefined;
  const answerSource = publishedSource(draft, parts);
  return {
    interactionId: draft.interactionId,
    namespace: draft.namespace,
    channel: draft.channel,
    sequence: 2,
    kind: 'answer',
    conversationId: draft.request.conversationId,
    text: answer.answer,
    entityCitations: answer.entityCitations,
    documentationCitations: answer.documentationCitations,
    limitations: answer.limitations,
    answerSource,
    generationKind: draft.generationKind,
    notice: notices[answerSource],
    parts,
    citations: citationsOf(markers.flat(), window),
    citationsReviewed: false,
    evidence: { mode: evidence.mode, gaps: evidence.gaps, conflicts: evidence.conflicts },
    retrieval: { requested: null, used: null },
    probability_calibration: 'UNAVAILABLE',
    mode: { asked: mode.asked, used: mode.used },
    repaired: draft.ordinal === 1,
    questionDigest: draft.questionDigest,
    draftDigest,
    // Of the window that the checks read, whatever the draft says of it.
    contextDigest: digestOfJson(window),
    configuration: { revision: configuration.revision, digest: configuration.digest },
    checks: { set: checkSetName, digest: digestOfJson(findings) },
  };
}
