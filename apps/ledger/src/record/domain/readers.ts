import { type Static, type TSchema } from '@sinclair/typebox';

import {
  answerApprovedV1,
  answerCompletedV1,
  answerDeferredV1,
  answerDraftedV1,
  answerFailedV1,
  answerRejectedV1,
  answerRepairRequestedV1,
  answerRetractedClientV1,
  answerRetractedV1,
  channelOfTopic,
  type Envelope,
  type EventDefinition,
  type IncomingEvent,
  type IncomingRecord,
  questionAskedV1,
  readCloudEvent,
  readEvent,
  readQuestion,
  type Refusal,
  reviewRequestedV1,
} from '#libs/contracts';
import { fail, ok, type Result } from '#libs/kernel';

import {
  answerFacts,
  draftFacts,
  type Facts,
  noticeFacts,
  questionFacts,
  rejectionFacts,
  repairFacts,
  retractionFacts,
  reviewFacts,
} from './facts.js';

export interface Reading {
  readonly envelope: Envelope;
  readonly data: unknown;
  readonly facts: Facts;
}
export type Reader = (record: IncomingRecord, clusterId: string) => Result<Reading, Refusal>;

/** The reader of a record, by its topic; a client topic carries four types, told apart by the attribute. */
export function readerOf(record: IncomingRecord): Reader {
  if (channelOfTopic(record.topic) === undefined) return topicReaders.get(record.topic) ?? readPlainEvent;
  const type = record.headers.find(([name]) => name === 'ce_type')?.[1]?.toString() ?? '';
  return clientReaders.get(type) ?? readPlainEvent;
}

const topicReaders: ReadonlyMap<string, Reader> = new Map([
  [questionAskedV1.type, withFacts(readQuestion, questionFacts)],
  described(answerDraftedV1, draftFacts),
  described(answerRepairRequestedV1, repairFacts),
  described(reviewRequestedV1, reviewFacts),
  described(answerApprovedV1, answerFacts),
  described(answerRejectedV1, rejectionFacts),
  described(answerRetractedV1, retractionFacts),
]);

const clientReaders: ReadonlyMap<string, Reader> = new Map([
  described(answerDeferredV1, noticeFacts),
  described(answerCompletedV1, answerFacts),
  described(answerFailedV1, noticeFacts),
  described(answerRetractedClientV1, retractionFacts),
]);

function described<S extends TSchema>(
  definition: EventDefinition<S>,
  facts: (data: Static<S>, value: Buffer) => Facts,
): [type: string, reader: Reader] {
  return [definition.type, withFacts((record, clusterId) => readEvent(record, definition, clusterId), facts)];
}

function withFacts<Data>(
  read: (record: IncomingRecord, clusterId: string) => Result<IncomingEvent<Data>, Refusal>,
  facts: (data: Data, value: Buffer) => Facts,
): Reader {
  return (record, clusterId) => {
    const event = read(record, clusterId);
    if (!event.ok || record.value === null) return event.ok ? fail({ code: 'event.tombstone', pointer: null }) : event;
    return ok({ ...event.value, facts: facts(event.value.data, record.value) });
  };
}

/** For topics whose events a later version describes: the binding and the type, no facts. */
function readPlainEvent(record: IncomingRecord, clusterId: string): Result<Reading, Refusal> {
  const read = readCloudEvent(record, clusterId);
  if (!read.ok) return read;
  const { envelope, data } = read.value;
  if (envelope.type !== record.topic) return fail({ code: 'event.contradiction', pointer: null });
  return ok({ envelope, data, facts: {} });
}
