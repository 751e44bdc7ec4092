import { type Static, Type } from '@sinclair/typebox';

import { answerSource, entityRef, evidence, generationKind, modes } from './context.js';
import {
  closed,
  code,
  configurationRef,
  count,
  digest,
  interaction,
  interactionId,
  name,
  oneOf,
  orNull,
  text,
} from './fields.js';

const part = closed({ kind: oneOf('source', 'model', 'extract'), text, references: Type.Array(count) });
const citation = closed({
  number: count,
  entity: entityRef,
  revision: name,
  digest,
  applicability: text,
});
const limitation = Type.String();

/** The digests and versions of what decided: `set` names the checks that ran, `digest` their findings. */
export const checks = closed({ set: name, digest });

/** The compact JWS of libs/seal. */
const seal = Type.String({ pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$', maxLength: 4096 });

/**
 * The data of `answers.approved.v1` and, byte for byte, of `answer.completed.v1`: made by validation, published by
 * delivery with nothing added and nothing dropped. Every number is a whole number within ±2^53.
 */
export const publishedAnswer = closed({
  ...interaction,
  sequence: Type.Literal(2),
  kind: oneOf('answer', 'action_proposed'),
  conversationId: orNull(interactionId),
  text,
  entityCitations: Type.Array(entityRef),
  documentationCitations: Type.Array(name),
  limitations: Type.Array(limitation),
  answerSource,
  generationKind,
  /** One fixed sentence that says what the answer rests on. */
  notice: text,
  parts: Type.Array(part),
  citations: Type.Array(citation),
  citationsReviewed: Type.Literal(false),
  evidence,
  retrieval: closed({ requested: orNull(name), used: orNull(name) }),
  probability_calibration: Type.Literal('UNAVAILABLE'),
  mode: modes,
  repaired: Type.Boolean(),
  questionDigest: digest,
  draftDigest: digest,
  contextDigest: digest,
  configuration: configurationRef,
  checks,
  seal,
});
export type PublishedAnswer = Static<typeof publishedAnswer>;
export type AnswerPart = Static<typeof part>;
export type AnswerCitation = Static<typeof citation>;

/** The data of `answers.retracted.v1` and, byte for byte, of `answer.retracted.v1`. */
export const publishedRetraction = closed({
  ...interaction,
  sequence: Type.Literal(3),
  kind: Type.Literal('retraction'),
  code,
  /** SHA-256 of the UTF-8 bytes of the text that is taken back. */
  textDigest: digest,
  questionDigest: digest,
  draftDigest: digest,
  configuration: configurationRef,
  seal,
});
export type PublishedRetraction = Static<typeof publishedRetraction>;

/** What delivery may say in its own name: a code and the fixed sentence of that code, no free text. */
export const notice = <Sequence extends 1 | 2>(sequence: Sequence) =>
  closed({ ...interaction, sequence: Type.Literal(sequence), code, message: text });
export const deferredNotice = notice(1);
export const failedNotice = notice(2);
export type DeferredNotice = Static<typeof deferredNotice>;
export type FailedNotice = Static<typeof failedNotice>;
