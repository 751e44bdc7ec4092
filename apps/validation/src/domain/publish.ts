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

/** What is published of which draft, and what was found about it. */
export interface Published {
  readonly draft: Draft;
  readonly draftDigest: Digest;
  readonly findings: readonly Finding[];
  readonly configuration: Pick<ConfigurationSnapshot, 'revision' | 'digest'>;
}

export interface Publication extends Published {
  /** As decided, what was dropped already gone. */
  readonly answer: Answer;
}

/** What an object says; the rest of it tells how it came about. */
export type Said = Pick<
  UnsealedAnswer,
  | 'kind'
  | 'text'
  | 'entityCitations'
  | 'documentationCitations'
  | 'limitations'
  | 'answerSource'
  | 'notice'
  | 'parts'
  | 'citations'
>;

/** The object that clients get of an answer. undefined where no event can hold it. */
export function publish({ answer, ...published }: Publication): UnsealedAnswer | undefined {
  const { draft } = published;
  const markers = publishedStrings(answer).map(({ text }) => markersIn(text, draft.window.references.length));
  const parts = partsOf(answer.answer, markers[0] ?? [], draft.generationKind);
  if (parts === undefined) return undefined;
  const { entityCitations, documentationCitations, limitations } = answer;
  const answerSource = publishedSource(draft, parts);
  return publishedObject(published, {
    ...{ kind: 'answer', text: answer.answer, entityCitations, documentationCitations, limitations },
    ...{ answerSource, notice: notices[answerSource], parts, citations: citationsOf(markers.flat(), draft.window) },
  });
}

/**
 * The object, whole but for its seal. Every member is written out: a draft may carry members that this version does
 * not know, and none of them may slip into what is signed.
 */
export function publishedObject(
  { draft, draftDigest, findings, configuration }: Published,
  said: Said,
): UnsealedAnswer {
  const { window, evidence, mode } = draft;
  return {
    interactionId: draft.interactionId,
    namespace: draft.namespace,
    channel: draft.channel,
    sequence: 2,
    kind: said.kind,
    conversationId: draft.request.conversationId,
    text: said.text,
    entityCitations: said.entityCitations,
    documentationCitations: said.documentationCitations,
    limitations: said.limitations,
    answerSource: said.answerSource,
    generationKind: draft.generationKind,
    notice: said.notice,
    parts: said.parts,
    citations: said.citations,
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
