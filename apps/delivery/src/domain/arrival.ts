import {
  type IncomingEvent,
  type InteractionPlace,
  type PublishedAnswer,
  type PublishedRetraction,
} from '#libs/contracts';
import { type Digest } from '#libs/kernel';

import { type InteractionId } from './question.js';

/** The event that makes delivery speak: its time is what the client event carries, so that a repetition has the same bytes. */
export interface Cause {
  /** RFC 3339 */
  readonly time: string;
  readonly traceparent?: string | undefined;
}

interface About extends InteractionId {
  readonly channel: string;
  readonly questionDigest: Digest;
  readonly cause: Cause;
}

/** What every event about a question says of it. */
export function aboutOf({ data, envelope }: IncomingEvent<InteractionPlace & { questionDigest: Digest }>): About {
  const { namespace, interactionId, channel, questionDigest } = data;
  const { time, traceparent } = envelope;
  return { namespace, interactionId, channel, questionDigest, cause: { time, traceparent } };
}

export type Approval = About & { readonly happening: 'approved'; readonly answer: PublishedAnswer };
export type Rejection = About & { readonly happening: 'rejected'; readonly code: string };
export type ReviewRequest = About & { readonly happening: 'reviewRequested'; readonly withinMs: number };
export type Retraction = About & { readonly happening: 'retracted'; readonly retraction: PublishedRetraction };

/** What validation says of a question, reduced to what delivery needs. Any of them may come before the question. */
export type Arrival = Approval | Rejection | ReviewRequest | Retraction;

/** One of each is kept for a question that has not come. */
export type EarlyPlace = 'review' | 'outcome' | 'retraction';

export function earlyPlaceOf({ happening }: Arrival): EarlyPlace {
  switch (happening) {
    case 'approved':
    case 'rejected':
      return 'outcome';
    case 'reviewRequested':
      return 'review';
    case 'retracted':
      return 'retraction';
  }
}

const order: readonly EarlyPlace[] = ['review', 'outcome', 'retraction'];

/** The order in which early arrivals take effect, whatever the order in which they came. */
export const inOrderOfLife = (arrivals: readonly Arrival[]): Arrival[] =>
  [...arrivals].sort((a, b) => order.indexOf(earlyPlaceOf(a)) - order.indexOf(earlyPlaceOf(b)));
