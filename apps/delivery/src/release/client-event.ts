import {
  answerCompletedV1,
  answerDeferredV1,
  answerFailedV1,
  answerRetractedClientV1,
  channelTopicName,
  type DeferredNotice,
  eventId,
  eventOfBytes,
  type EventPlan,
  type FailedNotice,
  interactionKey,
  makeEvent,
  type OutgoingEvent,
  terminalId,
  type TooLarge,
} from '#libs/contracts';
import { type Result } from '#libs/kernel';
import { type Notice, type VerifiedAnswer, type VerifiedRetraction } from '#libs/seal';

import { type Cause } from '../domain/arrival.js';

/** The only things that may be said on a client topic. */
export type Release = VerifiedAnswer | VerifiedRetraction | Notice;

type Common = Pick<EventPlan<never>, 'id' | 'source' | 'time' | 'traceparent'> & { topic: string };

/**
 * The one maker of records for client topics. The value is the very bytes of what was released; the same release and
 * cause give the same record.
 */
export function clientEvent(release: Release, cause: Cause): Result<OutgoingEvent, TooLarge> {
  const { bytes } = release;
  if ('answer' in release) {
    const data = release.answer;
    return eventOfBytes({ ...common(data, terminalOf(data), cause), definition: answerCompletedV1, data }, bytes);
  }
  if ('retraction' in release) {
    const data = release.retraction;
    const id = idOf(data, 'answer.retracted.v1');
    return eventOfBytes({ ...common(data, id, cause), definition: answerRetractedClientV1, data }, bytes);
  }
  return noticeEvent(release, cause);
}

function noticeEvent({ notice }: Notice, cause: Cause): Result<OutgoingEvent, TooLarge> {
  if (notice.sequence === 1) {
    const data = notice as DeferredNotice;
    return makeEvent({ ...common(data, idOf(data, 'answer.deferred.v1'), cause), definition: answerDeferredV1, data });
  }
  const data = notice as FailedNotice;
  return makeEvent({ ...common(data, terminalOf(data), cause), definition: answerFailedV1, data });
}

interface Place {
  readonly namespace: string;
  readonly interactionId: string;
  readonly channel: string;
}

function common({ channel }: Place, id: string, { time, traceparent }: Cause): Common {
  return { id, source: 'urn:imprimatur:delivery', time, traceparent, topic: channelTopicName(channel) };
}

const terminalOf = ({ namespace, interactionId }: Place): string => terminalId(namespace, interactionId);
/** A question has at most one deferral and one retraction. */
const idOf = (place: Place, type: string): string => eventId(interactionKey(place), type, 0);
