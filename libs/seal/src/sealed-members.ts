import { type Static, Type } from '@sinclair/typebox';

import {
  channelId,
  checks,
  closed,
  configurationRef,
  count,
  digest,
  interactionId,
  namespaceId,
  oneOf,
  type PublishedAnswer,
  type PublishedRetraction,
  strictCheck,
} from '#libs/contracts';
import { digestOfJson, sha256 } from '#libs/kernel';

const common = {
  /** interaction */
  sub: interactionId,
  /** channel */
  aud: channelId,
  ns: namespaceId,
  question: digest,
  /** SHA-256 of the UTF-8 bytes of the text */
  text: digest,
  /** SHA-256 of the RFC 8785 form of the object without `text` and `seal` */
  rest: digest,
  draft: digest,
  config: configurationRef,
  /** Seconds since 1970: the time of the event that was decided on, so a redelivery gives the same bytes. */
  iat: count,
};

const answerMembers = closed({ ...common, kind: oneOf('answer', 'action_proposed'), context: digest, checks });
const retractionMembers = closed({ ...common, kind: Type.Literal('retraction') });

/** The payload of an approval's seal. */
export type AnswerMembers = Static<typeof answerMembers>;
/** The payload of a retraction's seal. */
export type RetractionMembers = Static<typeof retractionMembers>;

export const checkAnswerMembers = strictCheck(answerMembers);
export const checkRetractionMembers = strictCheck(retractionMembers);

/** `answer.seal` is not looked at. */
export function membersOfAnswer(answer: Omit<PublishedAnswer, 'seal'>, iat: number): AnswerMembers {
  const { text, seal: _, ...rest } = { seal: '', ...answer };
  return {
    ...placeOf(answer),
    kind: answer.kind,
    text: sha256(text),
    rest: digestOfJson(rest),
    context: answer.contextDigest,
    checks: answer.checks,
    iat,
  };
}

/** A retraction carries the digest of the text that it takes back, and no text. */
export function membersOfRetraction(retraction: Omit<PublishedRetraction, 'seal'>, iat: number): RetractionMembers {
  const { seal: _, ...rest } = { seal: '', ...retraction };
  return {
    ...placeOf(retraction),
    kind: retraction.kind,
    text: retraction.textDigest,
    rest: digestOfJson(rest),
    iat,
  };
}

type Placed = Pick<
  PublishedAnswer,
  'interactionId' | 'channel' | 'namespace' | 'questionDigest' | 'draftDigest' | 'configuration'
>;

export function placeOf(object: Placed) {
  return {
    sub: object.interactionId,
    aud: object.channel,
    ns: object.namespace,
    question: object.questionDigest,
    draft: object.draftDigest,
    config: object.configuration,
  };
}
