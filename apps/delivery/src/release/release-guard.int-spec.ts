import { answerApprovedV1, type Code, type OutgoingEvent, questionAskedV1, makeSmallEvent } from '#libs/contracts';
import { makeNoticeRelease } from '#libs/seal';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { keySetOf, sealing } from '../fixtures/sealing.fixture-spec.js';
import { dataOf, eventsOf, newQuestion, openTrial, type Trial } from '../fixtures/trial.fixture-spec.js';
import { onAnswerApproved } from '../on-answer-approved/on-answer-approved.js';
import { clientEvent } from './client-event.js';
import { createReleaseGuard } from './release-guard.js';

const clock = () => Date.parse('2026-11-30T12:00:03Z');
const cause = { time: '2026-11-30T12:00:01Z' };

describe('release guard', () => {
  let database: TestDatabase;
  let trial: Trial;
  let released: number;

  beforeAll(async () => {
    database = await testDatabase('delivery');
    trial = await openTrial(database.url);
  });
  beforeEach(() => {
    released = 0;
  });
  afterAll(async () => {
    await trial?.dataSource.destroy();
    await database?.drop();
  });

  const guard = (keys = trial.ports.keys) =>
    createReleaseGuard({ ...trial.ports, keys, clock, onReleased: () => (released += 1) });
  const completed = async (): Promise<OutgoingEvent> => {
    const answer = await trial.answerTo(await trial.ask());
    const [event] = eventsOf(await trial.take(answerApprovedV1, onAnswerApproved(trial.ports), answer));
    if (!event) throw new Error('nothing was published');
    return event;
  };
  const noticed = (sequence: 1 | 2): OutgoingEvent => {
    const place = { interactionId: 'question-of-a-notice', namespace: 'default', channel: 'web' };
    const event = clientEvent(
      makeNoticeRelease(place, sequence, sequence === 1 ? 'review.pending' : 'delivery.deadline'),
      cause,
    );
    if (!event.ok) throw new Error('too large');
    return event.value;
  };

  it('given an approved answer, a deferral or a failure, then it goes', async () => {
    for (const event of [await completed(), noticed(1), noticed(2)]) {
      expect(await guard().check(event)).toBeUndefined();
    }
    expect(released).toBe(3);
  });

  it('given an event for a topic that no client reads, then it is none of the guard’s business', async () => {
    const { key, example } = questionAskedV1;
    const plan = { definition: questionAskedV1, data: example, id: key(example), source: 'urn:test', time: cause.time };
    expect(await guard().check(makeSmallEvent(plan))).toBeUndefined();
    expect(released).toBe(0);
  });

  const text = (event: OutgoingEvent) => event.value.toString('utf8');
  const altered: [string, (event: OutgoingEvent) => OutgoingEvent][] = [
    ['one changed word', (event) => ({ ...event, value: Buffer.from(text(event).replace('never', 'often')) })],
    ['white space between tokens', (event) => ({ ...event, value: Buffer.from(text(event).replace(':', ': ')) })],
    ['a further member', (event) => ({ ...event, value: Buffer.from(text(event).replace('{', '{"more":1,')) })],
    ['another channel’s topic', (event) => ({ ...event, topic: 'published.desk.v1' })],
    ['a topic that only looks like a channel’s', (event) => ({ ...event, topic: 'published.WEB.v1' })],
    ['another key', (event) => ({ ...event, key: 'default/another-question' })],
    ['another id', (event) => ({ ...event, id: '00000000-0000-5000-8000-000000000000' })],
    ['a further header', (event) => ({ ...event, headers: { ...event.headers, ce_note: 'a canary' } })],
    ['a changed header', (event) => ({ ...event, headers: { ...event.headers, ce_source: 'a canary' } })],
    ['text in the time', (event) => ({ ...event, headers: { ...event.headers, ce_time: 'a canary' } })],
    ['text in the trace', (event) => ({ ...event, headers: { ...event.headers, ce_traceparent: 'a canary' } })],
    ['another type', (event) => ({ ...event, headers: { ...event.headers, ce_type: 'answer.failed.v1' } })],
    ['bytes that are no JSON', (event) => ({ ...event, value: Buffer.from('a canary') })],
  ];

  it.each(altered)('given an answer with %s, then it does not go', async (_name, alter) => {
    expect(await guard().check(alter(await completed()))).toMatch(/^seal\./);
    expect(released).toBe(0);
  });

  it('given a notice with a sentence of somebody’s own, then it does not go', async () => {
    const event = noticed(2);
    const value = Buffer.from(text(event).replace('No answer was ready in time.', 'A canary.'));
    expect(await guard().check({ ...event, value })).toBe('seal.object');
  });

  const refuse = (event: OutgoingEvent, code: Code) =>
    trial.dataSource.transaction((tx) => guard().onRefused(event, code, tx));

  it('given bytes that are not what was committed, then they do not go and the question fails', async () => {
    const event = await completed();
    const changed = { ...event, value: Buffer.from(text(event).replace('never', 'often')) };
    expect(await guard().check(changed)).toBe('seal.object');
    const [failure] = await refuse(changed, 'seal.object');
    expect(dataOf(failure)).toMatchObject({ code: 'seal.refused', sequence: 2 });
    expect(failure?.id).toBe(event.id);
    expect(await guard().check(failure ?? event)).toBeUndefined();
  });

  it('given a key that was revoked after the answer was filed, then it does not go and its question fails', async () => {
    const event = await completed();
    const revoked = { current: () => keySetOf({ ...trial.sealing.publicJwk, status: 'revoked' }) };
    expect(await guard(revoked).check(event)).toBe('seal.revoked_key');
    const [failure] = await refuse(event, 'seal.revoked_key');
    expect(dataOf(failure)).toMatchObject({ code: 'seal.refused', sequence: 2 });
    expect(failure?.id).toBe(event.id);
    expect(await guard(revoked).check(failure ?? event)).toBeUndefined();
  });

  it('given a stranger’s row about a live or an unknown question, then no question is failed', async () => {
    const live = await trial.ask();
    const stranger = await sealing('stranger');
    const value = Buffer.from(JSON.stringify(await stranger.answer({ interactionId: live.interactionId })));
    const event = { ...noticed(2), key: `default/${live.interactionId}`, value };
    expect(await refuse(event, 'seal.signature')).toEqual([]);
    expect(await refuse({ ...event, key: `default/${newQuestion().interactionId}` }, 'seal.object')).toEqual([]);
    expect(await refuse({ ...event, key: 'no key of ours' }, 'seal.object')).toEqual([]);
    expect(await trial.row(live)).toMatchObject({ state: 'OPEN' });
  });
});
