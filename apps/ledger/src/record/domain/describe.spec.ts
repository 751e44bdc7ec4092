import {
  answerApprovedV1,
  answerDraftedV1,
  type IncomingRecord,
  questionAskedV1,
  writeDeadLetter,
} from '#libs/contracts';
import { sha256 } from '#libs/kernel';

import { describeRecord } from './describe.js';

const headersFor = (type: string, id = 'event-1'): IncomingRecord['headers'] => [
  ['ce_specversion', Buffer.from('1.0')],
  ['ce_id', Buffer.from(id)],
  ['ce_source', Buffer.from('urn:imprimatur:test')],
  ['ce_type', Buffer.from(type)],
];

const record = (topic: string, value: unknown, more: Partial<IncomingRecord> = {}): IncomingRecord => ({
  topic,
  partition: 3,
  offset: '7',
  timestamp: '1764500000000',
  key: Buffer.from('default/example-question-1'),
  headers: headersFor(topic),
  value: typeof value === 'string' ? Buffer.from(value) : Buffer.from(JSON.stringify(value)),
  ...more,
});

const place = { namespace: 'default', interactionId: 'example-question-1', channel: 'web' };

describe('describing a record', () => {
  it('given a bare question, then its id is its place in the topic and no word of it is in clear', () => {
    const described = describeRecord(record('questions.asked.v1', questionAskedV1.example, { headers: [] }), 'c-1');
    expect(described).toMatchObject({ type: 'questions.asked.v1', code: null, eventId: '3-7', place });
    expect(described.facts).toMatchObject({ principalKind: 'anonymous', fragments: 1, entities: 0 });
    expect(JSON.stringify(described)).not.toContain('check breaks');
  });

  it('given a draft, then profile, ordinal and digests are facts', () => {
    const { facts, code } = describeRecord(record('answers.drafted.v1', answerDraftedV1.example), 'c-1');
    expect(code).toBeNull();
    expect(facts).toMatchObject({ ordinal: 0, generationKind: 'DETERMINISTIC', code: 'provider.unobserved' });
  });

  it('given a client event, then its own type says how it is read', () => {
    const headers = headersFor('answer.completed.v1');
    const described = describeRecord(record('published.web.v1', answerApprovedV1.example, { headers }), 'c-1');
    expect(described).toMatchObject({ type: 'answer.completed.v1', code: null, place, facts: { sequence: 2 } });
    expect(JSON.stringify(described)).not.toContain(answerApprovedV1.example.text);
  });

  it('given a question of an unknown member, then it is kept with its code, in the story of the id that it names', () => {
    const described = describeRecord(record('questions.asked.v1', { ...questionAskedV1.example, extra: 1 }), 'c-1');
    expect(described).toMatchObject({ code: 'question.unknown_member', place, facts: { pointer: '/extra' } });
  });

  it.each([
    ['broken JSON', { value: Buffer.from('{"secret') }, 'event.not_json'],
    ['a tombstone', { value: null }, 'event.tombstone'],
    ['bytes that are no UTF-8', { value: Buffer.from([0xff, 0xfe]) }, 'event.not_json'],
    ['a repeated header', { headers: [...headersFor('x'), ...headersFor('x')] }, 'event.repeated_header'],
  ])('given %s, then it is kept by its code alone', (_name, more, code) => {
    const described = describeRecord(record('answers.drafted.v1', {}, more), 'c-1');
    expect(described).toEqual({ type: null, code, eventId: null, place: null, facts: {} });
  });

  it('given an unknown major version, then type and code say so', () => {
    const headers = headersFor('answers.drafted.v9');
    const described = describeRecord(record('answers.drafted.v1', { interactionId: 'question-1' }, { headers }), 'c-1');
    expect(described).toMatchObject({ type: 'answers.drafted.v9', code: 'unsupported_version' });
  });

  it('given free text as id or type, then neither is in clear', () => {
    const headers = headersFor('tell me a secret', 'mary@example.org');
    const described = describeRecord(record('actions.reported.v1', {}, { headers }), 'c-1');
    expect(described).toMatchObject({ type: null, code: 'event.contradiction', eventId: sha256('mary@example.org') });
  });

  it('given a topic whose events nobody describes yet, then type and place are read all the same', () => {
    const described = describeRecord(record('jury.summoned.v1', { ...place, goals: [] }), 'c-1');
    expect(described).toEqual({ type: 'jury.summoned.v1', code: null, eventId: 'event-1', place, facts: {} });
  });

  it('given a dead letter, then it belongs to the interaction of the record that it keeps', () => {
    const original = record('answers.drafted.v1', { ...answerDraftedV1.example, ordinal: 9 });
    const context = { service: 'validation', group: 'g', attempts: 3, firstFailure: '2026-11-30T00:00:00Z' } as const;
    const letter = writeDeadLetter(original, { code: 'event.schema', pointer: '/ordinal' }, context);
    const described = describeRecord({ ...record(letter.topic, {}), ...letter }, 'c-1');
    expect(described).toMatchObject({ type: 'dlq.validation.v1', code: null, place });
    expect(described.facts).toMatchObject({ code: 'event.schema', originTopic: 'answers.drafted.v1', attempts: 3 });
  });

  it('given a dead letter whose headers hold anything, then no text of theirs is a fact', () => {
    const headers = ['dl_service', 'dl_topic', 'dl_partition', 'dl_offset', 'dl_code'].map(
      (name) => [name, Buffer.from('free\u0000 text')] as const,
    );
    const { facts } = describeRecord(record('dlq.jury.v1', {}, { headers }), 'c-1');
    expect(Object.values(facts).filter((fact) => typeof fact === 'string')).toEqual([]);
  });

  it('given a draft nested too deep, then it is kept with that code', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const value = JSON.stringify({ ...answerDraftedV1.example, later: 0 }).replace('"later":0', `"later":${deep}`);
    expect(describeRecord(record('answers.drafted.v1', value), 'c-1')).toMatchObject({ code: 'event.too_deep', place });
  });
});
