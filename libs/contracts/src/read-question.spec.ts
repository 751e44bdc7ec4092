import { sha256 } from '#libs/kernel';

import { type IncomingRecord } from './incoming-event.js';
import { questionAskedV1, questionDigest } from './events/question-asked.v1.js';
import { readQuestion } from './read-question.js';

const bare = (data: unknown): IncomingRecord => ({
  topic: 'questions.asked.v1',
  partition: 0,
  offset: '7',
  timestamp: '1760000000000',
  key: null,
  headers: [],
  value: Buffer.from(JSON.stringify(data)),
});
const question = questionAskedV1.example;
const order = { documentType: 'order', identity: '7' };
const goal = { id: 'g', kind: 'outcome', text: 'the order is found' };
const place = { interactionId: question.interactionId, namespace: 'default', channel: 'web' };

describe('reading a question', () => {
  it('given the example, accepts it', () => {
    expect(readQuestion(bare(question), 'c')).toMatchObject({ ok: true, value: { data: question } });
  });

  it('given everything that upstream prepares, accepts it', () => {
    const intent = { actions: ['explain'], targets: [order], limits: { length: 'short' } };
    const executed = { action: 'cancel', target: order, reference: 'audit-7', executedAt: '2026-11-30T12:00:00Z' };
    const context = {
      ...{ identityPatterns: ['ORD-\\d+'], executedActions: [executed], planVersion: '3' },
      ...{ snapshot: { takenAt: 'noon' }, provenance: { index: 'orders' } },
    };
    const messages = (['system', 'user', 'assistant', 'tool'] as const).map((role) => ({ role, content: 'x' }));
    const data = { ...question, messages, targets: [order], intent, goals: [goal], account: { team: 7 }, context };
    expect(readQuestion(bare(data), 'c')).toMatchObject({ ok: true, value: { data } });
    expect(readQuestion(bare({ ...data, targets: undefined }), 'c').ok).toBe(true);
  });

  it('given the question that it asks anew, accepts it: a label, whoever writes it', () => {
    const data = { ...question, replayOf: 'closed-question' };
    expect(readQuestion(bare(data), 'c')).toMatchObject({ ok: true, value: { data } });
  });

  it.each([
    ['an unknown member', { ...question, colour: 'red' }, 'question.unknown_member', '/colour'],
    ['an unknown member with an odd name', { ...question, 'a b': 1 }, 'question.unknown_member', ''],
    [
      'an unknown member deep inside',
      { ...question, context: { fragments: [{ id: 'a', text: 'b', x: 1 }] } },
      'question.unknown_member',
      '/context/fragments/0/x',
    ],
    ['a missing question', { ...place, question: undefined }, 'question.invalid', '/question'],
    ['a timeout below the least', { ...question, timeoutMs: 1 }, 'question.invalid', '/timeoutMs'],
    [
      'a member that is not built',
      { ...question, retrieval: { strategy: 'keyword', limit: 1 } },
      'not_supported_yet',
      '/retrieval',
    ],
    [
      'an intent about another than the targets',
      {
        ...question,
        targets: [order],
        intent: { actions: [], targets: [order, { ...order, identity: '8' }], limits: {} },
      },
      'question.contradiction',
      '/intent/targets/1',
    ],
    ['two goals of one id', { ...question, goals: [goal, goal] }, 'question.contradiction', '/goals/1'],
    [
      'a pattern that is none',
      { ...question, context: { identityPatterns: ['ok', '('] } },
      'question.invalid',
      '/context/identityPatterns/1',
    ],
    ['a lone surrogate', { ...question, question: '\ud800' }, 'question.ill_formed', null],
    ['more than the limit', { ...question, question: 'x'.repeat(262_144) }, 'question.too_large', null],
  ])('given %s, refuses it and says whom to tell', (_name, data, code, pointer) => {
    expect(readQuestion(bare(data), 'c')).toMatchObject({ ok: false, failure: { code, pointer, asker: { place } } });
  });

  it('given nesting beyond any stack, refuses it and says whom to tell', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const value = Buffer.from(JSON.stringify({ ...question, tools: 'deep' }).replace('"deep"', deep));
    const failure = { code: 'question.too_deep', asker: { place } };
    expect(readQuestion({ ...bare({}), value }, 'c')).toMatchObject({ ok: false, failure });
  });

  it('given a number beyond all, refuses it and says whom to tell', () => {
    const value = Buffer.from(JSON.stringify({ ...question, timeoutMs: 0 }).replace(':0', ':1e999'));
    const failure = { code: 'question.invalid', pointer: '/timeoutMs', asker: { place, digest: sha256(value) } };
    expect(readQuestion({ ...bare({}), value }, 'c')).toMatchObject({ ok: false, failure });
  });

  it('given a number beyond all where the schema takes any, refuses it and says whom to tell', () => {
    const tools = [{ name: 'refund', parameters: { maximum: 0 } }];
    const value = Buffer.from(JSON.stringify({ ...question, tools }).replace(':0', ':1e999'));
    const failure = { code: 'question.ill_formed', pointer: null, asker: { place, digest: sha256(value) } };
    expect(readQuestion({ ...bare({}), value }, 'c')).toMatchObject({ ok: false, failure });
  });

  it('given an unreadable id, has nobody to tell', () => {
    const read = readQuestion(bare({ ...question, interactionId: 'no' }), 'c');
    expect(read).toEqual({ ok: false, failure: { code: 'question.invalid', pointer: '/interactionId' } });
  });

  it('digests the data as sent, before defaults, whatever the order of members', () => {
    const turned = Object.fromEntries(Object.entries(question).reverse());
    expect(questionDigest(turned)).toBe(questionDigest(question));
    expect(questionDigest({ ...question, namespace: 'default' })).not.toBe(questionDigest(question));
  });
});
