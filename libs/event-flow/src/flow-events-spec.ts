import { DataSource } from 'typeorm';

import {
  answerRejectedV1,
  eventId,
  type IncomingEvent,
  type IncomingRecord,
  inputOf,
  makeSmallEvent,
  type OutgoingEvent,
  type Rejection,
} from '#libs/contracts';

import { eventFlowRows, EventFlowTables1764500000000 } from './index.js';

/** The trivial topics of these tests: what comes in, and where a slice of delivery, its producer, forwards it to. */
export const inTopic = 'answers.rejected.v1';
export const outTopic = 'questions.asked.v1';

/** A small event about `interactionId`; `ordinal` tells apart several of one key. */
export function inputEvent(interactionId: string, ordinal = 0, id = `${interactionId}-${ordinal}`): OutgoingEvent {
  return makeSmallEvent({
    definition: answerRejectedV1,
    data: { ...answerRejectedV1.example, interactionId, questionDigest: digestOf(ordinal) },
    id,
    source: 'urn:test:upstream',
    time: '2026-01-01T00:00:00.000Z',
  });
}

const digestOf = (ordinal: number) => `sha256:${String(ordinal).padStart(64, '0')}` as const;

/** What a trivial slice emits: the same data on the out topic, under a derived id. */
export function forwarded(event: IncomingEvent<Rejection>, topic: string = outTopic): OutgoingEvent {
  return makeSmallEvent({
    definition: answerRejectedV1,
    data: event.data,
    id: eventId(inputOf(event.envelope), topic, 0),
    source: 'urn:test:slice',
    time: event.envelope.time,
    topic,
  });
}

export const headerOf = (record: IncomingRecord, name: string): string | undefined =>
  record.headers.find(([found]) => found === name)?.[1]?.toString();

export async function openDataSource(url: string): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    entities: [...eventFlowRows],
    migrations: [EventFlowTables1764500000000],
    extra: { connectionTimeoutMillis: 2_000 },
    poolErrorHandler: () => undefined,
  });
  await dataSource.initialize();
  await dataSource.runMigrations();
  return dataSource;
}
