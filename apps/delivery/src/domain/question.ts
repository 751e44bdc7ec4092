import { type InteractionPlace, type Principal, type RecordPlace } from '#libs/contracts';
import { type Digest } from '#libs/kernel';

import { type QuestionState } from './question-life.js';

/** What makes an interaction unique. */
export interface InteractionId {
  readonly namespace: string;
  readonly interactionId: string;
}

/** Delivery's one row a question; everything it holds beside ids and digests is what a client may see. */
export interface QuestionRecord extends InteractionId {
  readonly state: QuestionState;
  /** null while the question itself has not come. */
  readonly asked: Asked | null;
  /** The code of a failure, a deferral or a retraction. */
  readonly code: string | null;
  /** The data of the last client event, the very bytes; null before the first, and once its content was swept. */
  readonly published: Buffer | null;
  /** True while early events wait for this question. */
  readonly holdsEarly: boolean;
}

/** What delivery keeps of a question. */
export interface Asked {
  readonly channel: string;
  readonly questionDigest: Digest;
  readonly principal: Pick<Principal, 'kind' | 'id'>;
  readonly traceparent: string | null;
  /** The closed question that this one asks anew. */
  readonly replayOf: string | null;
  /** Where its record lies in `questions.asked.v1`, for as long as the topic keeps it; null until it was read there. */
  readonly record: RecordPlace | null;
}

/** The full place of a question that was asked. */
export const placeOfAsked = ({ namespace, interactionId }: InteractionId, { channel }: Asked): InteractionPlace => ({
  interactionId,
  namespace,
  channel,
});
