import { type Static, type TSchema } from '@sinclair/typebox';

import { fail, ok, type Result } from '#libs/kernel';

import { type EventDefinition } from './event-definition.js';
import { topicNamed } from './topics.js';

/** One record as it will be produced: the bytes are fixed here and nowhere changed. */
export interface OutgoingEvent {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  /** CloudEvents attributes in the Kafka binding (`ce_*`), `content-type` and nothing else. */
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Buffer;
}

export interface EventPlan<S extends TSchema> {
  readonly definition: EventDefinition<S>;
  readonly data: Static<S>;
  /** A derived UUID, see ids.ts. */
  readonly id: string;
  /** `urn:imprimatur:<service>`. */
  readonly source: string;
  /** RFC 3339; the time of the cause where the bytes must repeat. */
  readonly time: string;
  readonly traceparent?: string | undefined;
  /** Only for client events, whose topic is the channel's. */
  readonly topic?: string;
}

export interface TooLarge {
  readonly code: 'event.too_large';
  readonly bytes: number;
  readonly limitBytes: number;
}

/**
 * Serialises an event in the binary mode of the CloudEvents Kafka binding and measures it.
 * Too large is a value: a size is data's doing. A breach of the event's own schema is a bug and throws.
 */
export function makeEvent<S extends TSchema>(plan: EventPlan<S>): Result<OutgoingEvent, TooLarge> {
  const { definition, data } = plan;
  const violation = definition.checkWritten(data);
  if (violation) throw new Error(`${definition.type} breaks its schema at ${violation.pointer}: ${violation.keyword}`);
  return eventOfBytes(plan, Buffer.from(JSON.stringify(data)));
}

/**
 * As `makeEvent`, of bytes that were serialised before from data that was held against its schema: nothing is done
 * twice that costs more than the rest.
 */
export function eventOfBytes<S extends TSchema>(plan: EventPlan<S>, value: Buffer): Result<OutgoingEvent, TooLarge> {
  const { definition, data } = plan;
  const event: OutgoingEvent = {
    id: plan.id,
    topic: plan.topic ?? definition.type,
    key: definition.key(data),
    headers: headersOf(plan),
    value,
  };
  const limitBytes = topicNamed(event.topic)?.limitBytes;
  if (limitBytes === undefined) throw new Error(`${event.topic} is not in the topic table`);
  const bytes = eventBytes(event);
  return bytes > limitBytes ? fail({ code: 'event.too_large', bytes, limitBytes }) : ok(event);
}

/** For events that hold ids, codes and digests alone: they cannot outgrow their topic. */
export function makeSmallEvent<S extends TSchema>(plan: EventPlan<S>): OutgoingEvent {
  const made = makeEvent(plan);
  if (!made.ok) throw new Error(`${plan.definition.type} is above its limit: ${made.failure.bytes} bytes`);
  return made.value;
}

/** Bytes of an event as its topic's limit counts them: key, headers and value. */
export function eventBytes(event: Pick<OutgoingEvent, 'key' | 'headers' | 'value'>): number {
  const headers = Object.entries(event.headers).map(
    ([name, value]) => Buffer.byteLength(name) + Buffer.byteLength(value),
  );
  return headers.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(event.key) + event.value.length);
}

function headersOf(
  plan: Pick<EventPlan<TSchema>, 'id' | 'source' | 'time' | 'traceparent'> & { definition: { type: string } },
): Record<string, string> {
  return {
    ce_specversion: '1.0',
    ce_id: plan.id,
    ce_source: plan.source,
    ce_type: plan.definition.type,
    ce_time: plan.time,
    ...(plan.traceparent === undefined ? {} : { ce_traceparent: plan.traceparent }),
    'content-type': 'application/json',
  };
}
