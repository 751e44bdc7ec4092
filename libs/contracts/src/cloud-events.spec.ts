import { CloudEvent, Kafka } from 'cloudevents';

import { readCloudEvent, readEvent } from './cloud-events.js';
import { answerDraftedV1 } from './events/answer-drafted.v1.js';
import { questionAskedV1 } from './events/question-asked.v1.js';
import { type IncomingRecord } from './incoming-event.js';
import { makeSmallEvent } from './outgoing-event.js';

const record = (
  value: unknown,
  headers: Record<string, string> = {},
  topic = 'questions.asked.v1',
): IncomingRecord => ({
  topic,
  partition: 3,
  offset: '42',
  timestamp: '1760000000000',
  key: null,
  headers: Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)] as const),
  value: value === null ? null : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});
const binary = { ce_specversion: '1.0', ce_id: 'e-1', ce_source: 'urn:test', ce_type: 'questions.asked.v1' };
const data = { a: 1 };

describe('reading the CloudEvents Kafka binding', () => {
  it('given no attributes on the intake topic, takes the record as bare and names it by its place', () => {
    expect(readCloudEvent(record(data), 'cluster-1')).toEqual({
      ok: true,
      value: {
        data,
        envelope: {
          id: '3-42',
          source: 'urn:kafka:cluster-1:questions.asked.v1',
          type: 'questions.asked.v1',
          time: '2025-10-09T08:53:20.000Z',
        },
      },
    });
  });

  it('given binary mode, reads the headers', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const read = readCloudEvent(record(data, { ...binary, ce_traceparent: traceparent }), 'c');
    expect(read).toMatchObject({ ok: true, value: { data, envelope: { id: 'e-1', source: 'urn:test', traceparent } } });
  });

  it('given structured mode, reads the body', () => {
    const event = { specversion: '1.0', id: 'e-1', source: 'urn:test', type: 'questions.asked.v1', data };
    const read = readCloudEvent(record(event, { 'content-type': 'application/cloudevents+json; charset=utf-8' }), 'c');
    expect(read).toMatchObject({ ok: true, value: { data, envelope: { id: 'e-1' } } });
  });

  it.each([
    ['a tombstone', record(null), 'event.tombstone'],
    ['a batch', record([], { 'content-type': 'application/cloudevents-batch+json' }), 'event.batch'],
    [
      'another content type',
      record('a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      'event.content_type',
    ],
    ['broken JSON', record('{"a":1,}'), 'event.not_json'],
    ['bytes that are not UTF-8', { ...record(data), value: Buffer.from([0x7b, 0xff, 0x7d]) }, 'event.not_json'],
    ['a schema registry frame', { ...record(data), value: Buffer.from('00000000017b7d', 'hex') }, 'event.not_json'],
    ['a bare record elsewhere', record(data, {}, 'answers.drafted.v1'), 'event.bare'],
    ['attributes without a version', record(data, { ce_id: 'e-1' }), 'event.attributes'],
    ['another version of CloudEvents', record(data, { ...binary, ce_specversion: '0.3' }), 'event.attributes'],
    [
      'the source of bare records',
      record(data, { ...binary, ce_source: 'urn:kafka:c:questions.asked.v1' }),
      'event.attributes',
    ],
    ['a malformed time', record(data, { ...binary, ce_time: 'yesterday' }), 'event.attributes'],
    [
      'a structured body that its headers contradict',
      record(
        { specversion: '1.0', id: 'e-2', source: 'urn:test', type: 't', data },
        { ...binary, 'content-type': 'application/cloudevents+json' },
      ),
      'event.contradiction',
    ],
  ] as const)('given %s, refuses it with its own code', (_name, given, code) => {
    expect(readCloudEvent(given, 'c')).toMatchObject({ ok: false, failure: { code } });
  });

  it('given a repeated header, refuses it, also where both say the same', () => {
    const given = record(data, binary);
    const repeated = { ...given, headers: [...given.headers, ['ce_id', Buffer.from('e-1')] as const] };
    expect(readCloudEvent(repeated, 'c')).toMatchObject({ ok: false, failure: { code: 'event.repeated_header' } });
  });
});

describe('reading one event', () => {
  const drafted = (type: string, body: unknown = answerDraftedV1.example) =>
    record(body, { ...binary, ce_type: type }, 'answers.drafted.v1');

  it('given an unknown major version, tells it from poison', () => {
    const read = readEvent(drafted('answers.drafted.v2'), answerDraftedV1, 'c');
    expect(read).toEqual({ ok: false, failure: { code: 'unsupported_version', pointer: null } });
  });

  it('given the type of another topic, refuses the contradiction', () => {
    const read = readEvent(drafted('answers.approved.v1'), answerDraftedV1, 'c');
    expect(read).toMatchObject({ ok: false, failure: { code: 'event.contradiction' } });
  });

  it('given an unknown member between our services, ignores it', () => {
    const read = readEvent(
      drafted('answers.drafted.v1', { ...answerDraftedV1.example, later: 1 }),
      answerDraftedV1,
      'c',
    );
    expect(read.ok).toBe(true);
  });

  it('given ill-formed text that the model sent, reads it; anywhere else, refuses it', () => {
    const { example } = answerDraftedV1;
    const choice = {
      index: 0,
      content: 'a\u0000\ud800',
      refusal: null,
      reasoning: null,
      toolCalls: [],
      finish: 'complete',
    };
    const outcome = { kind: 'response', model: null, choices: [{ ...choice, finishReason: 'stop' }] };
    const sent = readEvent(drafted('answers.drafted.v1', { ...example, outcome }), answerDraftedV1, 'c');
    expect(sent.ok).toBe(true);
    const locale = { ...example, request: { ...example.request, locale: 'a\u0000' } };
    const ours = readEvent(drafted('answers.drafted.v1', locale), answerDraftedV1, 'c');
    expect(ours).toMatchObject({ ok: false, failure: { code: 'event.ill_formed' } });
  });

  it('given a broken member, points at it', () => {
    const read = readEvent(
      drafted('answers.drafted.v1', { ...answerDraftedV1.example, ordinal: 2 }),
      answerDraftedV1,
      'c',
    );
    expect(read).toEqual({ ok: false, failure: { code: 'event.schema', pointer: '/ordinal' } });
  });
});

describe('writing', () => {
  const event = makeSmallEvent({
    definition: questionAskedV1,
    data: questionAskedV1.example,
    id: 'e-1',
    source: 'urn:test',
    time: '2026-01-02T03:04:05.000Z',
  });

  it('is read back by our own reader', () => {
    const given = { ...record(null, event.headers), value: event.value };
    expect(readEvent(given, questionAskedV1, 'c')).toMatchObject({
      ok: true,
      value: { data: questionAskedV1.example },
    });
  });

  it('is read by the CloudEvents SDK', () => {
    const message = {
      headers: event.headers,
      body: event.value.toString(),
      key: event.key,
      value: event.value.toString(),
    };
    const read = Kafka.toEvent(message) as CloudEvent<unknown>;
    expect(read).toMatchObject({ id: 'e-1', source: 'urn:test', type: 'questions.asked.v1' });
  });

  it('reads what the CloudEvents SDK writes', () => {
    const theirs = Kafka.binary(new CloudEvent({ id: 'e-9', source: 'urn:sdk', type: 'questions.asked.v1', data }));
    const sent = Object.fromEntries(Object.entries(theirs.headers).filter(([, text]) => text !== undefined));
    const read = readCloudEvent(record(theirs.value, sent as Record<string, string>), 'c');
    expect(read).toMatchObject({ ok: true, value: { data, envelope: { id: 'e-9' } } });
  });
});
