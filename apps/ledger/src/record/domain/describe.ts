import { type Envelope, type IncomingRecord, readCloudEvent, readDeadLetter, type Refusal } from '#libs/contracts';
import { sha256 } from '#libs/kernel';

import { deadLetterFacts, type Facts } from './facts.js';
import { type Place, placeIn } from './place.js';
import { readerOf } from './readers.js';

/** What the record may say of an event in clear. */
export interface Description {
  readonly type: string | null;
  /** Why the record could not be read as an event of its topic; it is kept all the same. */
  readonly code: string | null;
  readonly eventId: string | null;
  readonly place: Place | null;
  readonly facts: Facts;
}

const plainType = /^[a-z][a-z0-9.-]{0,79}\.v\d{1,4}$/;
const plainId = /^[A-Za-z0-9._:/-]{1,100}$/;

const undescribed: Omit<Description, 'code'> = { type: null, eventId: null, place: null, facts: {} };

/**
 * Reads a record as far as it can be read. It has no failure: what is unreadable is described by its code, and where
 * reading itself breaks (nesting too deep for a digest) by `internal.bug`: the record has no poison.
 */
export function describeRecord(record: IncomingRecord, clusterId: string): Description {
  try {
    return readable(record, clusterId);
  } catch {
    return describeRefused(record, clusterId, { code: 'internal.bug', pointer: null });
  }
}

function readable(record: IncomingRecord, clusterId: string): Description {
  if (record.topic.startsWith('dlq.')) return describeDeadLetter(record, clusterId);
  const read = readerOf(record)(record, clusterId);
  if (!read.ok) return describeRefused(record, clusterId, read.failure);
  const { envelope, data, facts } = read.value;
  return { ...inClear(envelope), code: null, place: placeIn(data), facts };
}

/** A dead letter belongs to the interaction of the record that it keeps. */
function describeDeadLetter(record: IncomingRecord, clusterId: string): Description {
  const letter = readDeadLetter(record);
  if (!letter) return { ...undescribed, code: 'event.attributes' };
  const original = readCloudEvent(letter.record, clusterId);
  const eventId = original.ok ? inClear(original.value.envelope).eventId : null;
  const place = original.ok ? placeIn(original.value.data) : null;
  return { type: record.topic, code: null, eventId, place, facts: deadLetterFacts(letter.origin) };
}

function describeRefused(record: IncomingRecord, clusterId: string, { code, pointer }: Refusal): Description {
  const facts: Facts = pointer === null ? {} : { pointer };
  const read = readCloudEvent(record, clusterId);
  if (!read.ok) return { ...undescribed, code, facts };
  return { ...inClear(read.value.envelope), code, place: placeIn(read.value.data), facts };
}

/** Attributes come from outside as free text: a type must look like one, and an id that is not plain is named by digest. */
function inClear({ type, id }: Envelope): Pick<Description, 'type' | 'eventId'> {
  return { type: plainType.test(type) ? type : null, eventId: plainId.test(id) ? id : sha256(id) };
}
