import { type OutcomeCode, publicSentence } from './codes.js';

export interface InteractionPlace {
  readonly interactionId: string;
  readonly namespace: string;
  readonly channel: string;
}

export interface NoticeData<Sequence extends 1 | 2> {
  interactionId: string;
  namespace: string;
  channel: string;
  sequence: Sequence;
  code: OutcomeCode;
  message: string;
}

/** The one way to say something in delivery's own name: the same place and code give the same object. */
export function makeNotice<Sequence extends 1 | 2>(
  place: InteractionPlace,
  sequence: Sequence,
  code: OutcomeCode,
): NoticeData<Sequence> {
  const { interactionId, namespace, channel } = place;
  return { interactionId, namespace, channel, sequence, code, message: publicSentence(code) };
}
