import { type Static, type TSchema } from '@sinclair/typebox';

import { fail, holdsIllFormedText, isDeeperThan, ok, type Result } from '#libs/kernel';

import { type EventDefinition } from './event-definition.js';
import { type Envelope, type IncomingEvent, type IncomingRecord, type Refusal } from './incoming-event.js';
import { topicNamed } from './topics.js';

/** What the binding gives before the data is held against a schema. */
export interface UnreadEvent {
  readonly envelope: Envelope;
  readonly data: unknown;
}

type Read<T> = Result<T, Refusal>;
type Headers = ReadonlyMap<string, string>;

const refuse = (code: Refusal['code'], pointer: string | null = null) => fail<Refusal>({ code, pointer });

/** Topics on which a record without CloudEvents attributes is an event. */
const bareTopics: ReadonlySet<string> = new Set(['questions.asked.v1']);
/** Levels of arrays and objects in an event's data: far above what our schemas name, far below what recursion takes. */
export const maxDepth = 100;
/** The source of bare records; no event may claim it, for it could take the name of a record to come. */
const bareSource = 'urn:kafka:';
const attributePattern = /^[\x21-\x7e][\x20-\x7e]{0,255}$/;
const timePattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const traceparentPattern = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Reads a Kafka record by the CloudEvents 1.0 Kafka binding: structured, binary, or bare where the topic takes it.
 * Source: cloudevents/spec, bindings/kafka-protocol-binding.md. Batches, tombstones and repeated headers are refused.
 * `clusterId` names the source of a bare record.
 */
export function readCloudEvent(record: IncomingRecord, clusterId: string): Read<UnreadEvent> {
  const headers = singleHeaders(record);
  if (!headers.ok) return headers;
  if (record.value === null) return refuse('event.tombstone');
  const contentType = mediaType(headers.value.get('content-type'));
  if (contentType === 'application/cloudevents-batch+json') return refuse('event.batch');
  if (contentType === 'application/cloudevents+json') return structured(record, record.value, headers.value);
  if (contentType !== undefined && contentType !== 'application/json') return refuse('event.content_type');
  if (headers.value.has('ce_specversion')) return binary(record, record.value, headers.value);
  if ([...headers.value.keys()].some((name) => name.startsWith('ce_'))) return refuse('event.attributes');
  return bareTopics.has(record.topic) ? bare(record, record.value, clusterId) : refuse('event.bare');
}

/** Reads a record as one event: the binding, then its type, then its data against the schema. */
export function readEvent<S extends TSchema>(
  record: IncomingRecord,
  definition: EventDefinition<S>,
  clusterId: string,
): Read<IncomingEvent<Static<S>>> {
  const read = readCloudEvent(record, clusterId);
  if (!read.ok) return read;
  if (isTooLarge(record)) return refuse('event.too_large');
  const { envelope, data } = read.value;
  if (envelope.type !== definition.type) return refuse(typeMismatch(envelope.type, definition.type));
  if (isDeeperThan(data, maxDepth)) return refuse('event.too_deep');
  const violation = definition.checkRead(data);
  if (violation) {
    const member = violation.unknownMember === undefined ? '' : `/${violation.unknownMember}`;
    return refuse('event.schema', violation.pointer + (definition.reads === 'strict' ? member : ''));
  }
  const wellFormed = definition.wellFormedPart ? definition.wellFormedPart(data) : data;
  if (holdsIllFormedText(wellFormed)) return refuse('event.ill_formed');
  return ok({ envelope, data: data, record });
}

/** The broker lets a batch through that is a little above the limit of its topic; the limit itself is held here. */
export function isTooLarge(record: IncomingRecord): boolean {
  const limitBytes = topicNamed(record.topic)?.limitBytes;
  const headers = record.headers.reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + (value?.length ?? 0),
    0,
  );
  const bytes = headers + (record.key?.length ?? 0) + (record.value?.length ?? 0);
  return limitBytes !== undefined && bytes > limitBytes;
}

function typeMismatch(type: string, expected: string): 'unsupported_version' | 'event.contradiction' {
  const family = (name: string) => name.replace(/\.v\d+$/, '');
  return /\.v\d+$/.test(type) && family(type) === family(expected) ? 'unsupported_version' : 'event.contradiction';
}

function singleHeaders(record: IncomingRecord): Read<Headers> {
  const headers = new Map<string, string>();
  for (const [name, value] of record.headers) {
    if (!name.startsWith('ce_') && name !== 'content-type') continue;
    if (headers.has(name)) return refuse('event.repeated_header');
    const text = value === null ? undefined : decodeUtf8(value);
    if (text === undefined) return refuse('event.attributes');
    headers.set(name, text);
  }
  return ok(headers);
}

function mediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(';')[0]?.trim().toLowerCase();
}

function structured(record: IncomingRecord, value: Buffer, headers: Headers): Read<UnreadEvent> {
  const body = parseJson(value);
  if (!body.ok) return body;
  if (typeof body.value !== 'object' || body.value === null || Array.isArray(body.value))
    return refuse('event.attributes');
  const attributes = body.value as Record<string, unknown>;
  for (const [name, header] of headers) {
    if (name.startsWith('ce_') && attributes[name.slice(3)] !== header) return refuse('event.contradiction');
  }
  const dataType = attributes['datacontenttype'];
  if (dataType !== undefined && (typeof dataType !== 'string' || mediaType(dataType) !== 'application/json')) {
    return refuse('event.content_type');
  }
  if (attributes['data'] === undefined) return refuse('event.attributes', '/data');
  const envelope = envelopeOf((name) => attributes[name], record);
  return envelope.ok ? ok({ envelope: envelope.value, data: attributes['data'] }) : envelope;
}

function binary(record: IncomingRecord, value: Buffer, headers: Headers): Read<UnreadEvent> {
  const envelope = envelopeOf((name) => headers.get(`ce_${name}`), record);
  if (!envelope.ok) return envelope;
  const data = parseJson(value);
  return data.ok ? ok({ envelope: envelope.value, data: data.value }) : data;
}

function bare(record: IncomingRecord, value: Buffer, clusterId: string): Read<UnreadEvent> {
  const data = parseJson(value);
  if (!data.ok) return data;
  const envelope: Envelope = {
    id: `${record.partition}-${record.offset}`,
    source: `${bareSource}${clusterId}:${record.topic}`,
    type: record.topic,
    time: recordTime(record),
  };
  return ok({ envelope, data: data.value });
}

function envelopeOf(attribute: (name: string) => unknown, record: IncomingRecord): Read<Envelope> {
  if (attribute('specversion') !== '1.0') return refuse('event.attributes', '/specversion');
  const [id, source, type] = [attribute('id'), attribute('source'), attribute('type')];
  if (!isAttribute(id)) return refuse('event.attributes', '/id');
  if (!isAttribute(source) || source.startsWith(bareSource)) return refuse('event.attributes', '/source');
  if (!isAttribute(type)) return refuse('event.attributes', '/type');
  const time = attribute('time') ?? recordTime(record);
  if (!isTime(time)) return refuse('event.attributes', '/time');
  const traceparent = attribute('traceparent');
  return ok({ id, source, type, time, ...(isTraceparent(traceparent) ? { traceparent } : {}) });
}

function isAttribute(value: unknown): value is string {
  return typeof value === 'string' && attributePattern.test(value);
}

/** RFC 3339, as the attribute `time` has it. */
export function isTime(value: unknown): value is string {
  return typeof value === 'string' && timePattern.test(value) && !Number.isNaN(Date.parse(value));
}

/** W3C Trace Context. */
export function isTraceparent(value: unknown): value is string {
  return typeof value === 'string' && traceparentPattern.test(value);
}

/** A record's own time in RFC 3339; 1970 where its timestamp is no time. */
export function recordTime(record: Pick<IncomingRecord, 'timestamp'>): string {
  const milliseconds = Number(record.timestamp);
  return new Date(milliseconds >= 0 && milliseconds < 8.64e15 ? milliseconds : 0).toISOString();
}

function parseJson(value: Buffer): Read<unknown> {
  const text = decodeUtf8(value);
  if (text === undefined) return refuse('event.not_json');
  try {
    return ok(JSON.parse(text) as unknown);
  } catch {
    return refuse('event.not_json');
  }
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
