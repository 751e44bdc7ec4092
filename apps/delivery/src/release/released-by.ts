import { channelOfTopic, type Code, isTime, isTraceparent, type OutgoingEvent } from '#libs/contracts';
import { fail, ok, type Result } from '#libs/kernel';
import { checkNoticeBytes, type KeySet, verifyAnswerBytes, verifyRetractionBytes } from '#libs/seal';

import { clientEvent, type Release } from './client-event.js';

/** What a record for a client topic says; ids and codes. */
export interface Released {
  readonly type: string;
  readonly code: string;
  /** RFC 3339, of the event that caused it. */
  readonly time: string;
}

/**
 * Holds the whole record against what its bytes release: the record is made anew from them, and topic, key, id,
 * headers and value must be the same, so that nothing can ride along.
 */
export async function releasedBy(event: OutgoingEvent, keys: KeySet): Promise<Result<Released, Code>> {
  const { ce_type: type = '', ce_time: time = '', ce_traceparent: traceparent } = event.headers;
  if (!isTime(time) || !(traceparent === undefined || isTraceparent(traceparent))) return fail('seal.object');
  const release = await releaseIn(event, type, keys);
  if (!release.ok) return release;
  const made = clientEvent(release.value, { time, traceparent });
  if (!made.ok) return fail(made.failure.code);
  return isSame(made.value, event) ? ok({ type, code: codeOf(release.value), time }) : fail('seal.object');
}

async function releaseIn({ topic, value }: OutgoingEvent, type: string, keys: KeySet): Promise<Result<Release, Code>> {
  const channel = channelOfTopic(topic);
  if (channel === undefined) return fail('seal.place');
  switch (type) {
    case 'answer.completed.v1':
      return verifyAnswerBytes(value, keys, { channel });
    case 'answer.retracted.v1':
      return verifyRetractionBytes(value, keys, { channel });
    case 'answer.failed.v1':
    case 'answer.deferred.v1':
      return checkNoticeBytes(value);
    default:
      return fail('seal.object');
  }
}

function isSame(made: OutgoingEvent, event: OutgoingEvent): boolean {
  const headers = Object.entries(event.headers);
  return (
    made.id === event.id &&
    made.topic === event.topic &&
    made.key === event.key &&
    made.value.equals(event.value) &&
    headers.length === Object.keys(made.headers).length &&
    headers.every(([name, value]) => made.headers[name] === value)
  );
}

function codeOf(release: Release): string {
  if ('answer' in release) return release.answer.kind;
  return 'retraction' in release ? release.retraction.code : release.notice.code;
}
