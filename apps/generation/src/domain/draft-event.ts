import {
  answerDraftedV1,
  type Draft,
  draftDigest,
  eventId,
  interactionKey,
  makeEvent,
  type OutgoingEvent,
} from '#libs/contracts';
import { type Digest } from '#libs/kernel';

import { tooLargeDraft } from './draft.js';

export interface DraftEvent {
  readonly event: OutgoingEvent;
  readonly draft: Draft;
  /** A repair names the draft by it. */
  readonly draftDigest: Digest;
}

/**
 * The event of a draft, measured: what does not fit its topic becomes the draft that says so. The id follows from the
 * job, so that no second event of a job can pass as another one.
 * @param time RFC 3339
 */
export function draftEvent(draft: Draft, time: string, traceparent: string | undefined): DraftEvent {
  const made = makeDraft(draft, time, traceparent);
  if (made !== undefined) return made;
  const small = makeDraft(tooLargeDraft(draft), time, traceparent);
  if (small === undefined) throw new Error('a question fits its topic, so a draft without window and text does too');
  return small;
}

function makeDraft(draft: Draft, time: string, traceparent: string | undefined): DraftEvent | undefined {
  const made = makeEvent({
    definition: answerDraftedV1,
    data: draft,
    id: eventId(interactionKey(draft), answerDraftedV1.type, draft.ordinal),
    source: 'urn:imprimatur:generation',
    time,
    traceparent,
  });
  return made.ok ? { event: made.value, draft, draftDigest: draftDigest(made.value.value) } : undefined;
}
