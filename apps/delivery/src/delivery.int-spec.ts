import { createHash } from 'node:crypto';

import {
  answerApprovedV1,
  answerRejectedV1,
  answerRetractedV1,
  eventId,
  makeSmallEvent,
  type OutgoingEvent,
  type PublishedAnswer,
  type PublishedRetraction,
  interactionKey,
  type Question,
  questionAskedV1,
  questionDigest,
  reviewRequestedV1,
  terminalId,
} from '#libs/contracts';
import { type RunningService } from '#libs/service-host';
import { eventually } from '#libs/testkit';

import { bearer, type House, openHouse, openStream } from './fixtures/service.fixture-spec.js';
import { newQuestion } from './fixtures/trial.fixture-spec.js';

const time = () => new Date().toISOString();
const source = 'urn:imprimatur:validation';
const missing = (wanted: readonly string[], there: readonly string[]) => wanted.filter((id) => !there.includes(id));
/** As the outbox shards its rows. */
const shardOf = (key: string): number => createHash('sha256').update(key).digest().readUInt8(0) % 16;
const longText = 'A broken check never approves. '.repeat(30).trim() + ' 😀';

describe('delivery, whole', () => {
  let house: House;
  let one: RunningService;
  let two: RunningService;

  beforeAll(async () => {
    house = await openHouse();
    one = await house.start();
    two = await house.start();
  }, 60_000);
  afterAll(async () => house?.stop(), 30_000);

  const approved = (data: PublishedAnswer, ordinal = 0): OutgoingEvent => {
    const id = eventId(data.interactionId, 'approved', ordinal);
    return makeSmallEvent({ definition: answerApprovedV1, data, id, source, time: time() });
  };
  const retracted = (data: PublishedRetraction): OutgoingEvent =>
    makeSmallEvent({
      definition: answerRetractedV1,
      data,
      id: eventId(data.interactionId, 'r', 0),
      source,
      time: time(),
    });
  const asked = (data: Question): OutgoingEvent =>
    makeSmallEvent({ definition: questionAskedV1, data, id: data.interactionId, source: 'urn:test', time: time() });
  const answerTo = (question: Question, text = longText) => {
    const { interactionId, namespace = 'default', channel } = question;
    return house.sealing.answer({ interactionId, namespace, channel, questionDigest: questionDigest(question), text });
  };
  const post = (body: unknown, token = house.tokens.ada) =>
    fetch(`${one.url}/v1/questions`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const view = async (id: string, token = house.tokens.ada) => {
    const response = await fetch(`${two.url}/v1/interactions/${id}`, { headers: bearer(token) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const eventsUrl = (service: RunningService, id: string) => `${service.url}/v1/interactions/${id}/events`;

  it('given a question by HTTP, when its answer is approved, then topic, stream and view say the same bytes', async () => {
    const question = newQuestion();
    const accepted = await post(question);
    expect(accepted.status).toBe(202);
    expect(accepted.headers.get('location')).toBe(`/v1/interactions/${question.interactionId}`);
    expect(await accepted.json()).toMatchObject({ state: 'OPEN', sequence: 0, outcome: null });
    const stream = await openStream(eventsUrl(two, question.interactionId), house.tokens.ada);
    const answer = await answerTo(question);
    await house.publish(approved(answer));
    await stream.ended;
    expect(stream.messages.at(-1)).toMatchObject({ event: 'completed', data: JSON.stringify(answer) });
    const deltas = stream.messages.filter(({ event }) => event === 'content_delta');
    expect(deltas.map(({ data }) => JSON.parse(data) as string).join('')).toBe(longText);
    await eventually(async () =>
      expect((await house.published(question.interactionId)).map(String)).toEqual([JSON.stringify(answer)]),
    );
    const seen = await view(question.interactionId);
    expect(seen.body).toMatchObject({ state: 'COMPLETED', sequence: 2, code: null, outcome: answer });
  });

  it('given a stream cut in mid-answer, when it is resumed at another instance, then nothing is lost or repeated', async () => {
    const question = newQuestion();
    await post(question);
    await house.publish(approved(await answerTo(question)));
    await eventually(async () => expect((await view(question.interactionId)).body['state']).toBe('COMPLETED'));
    const first = await openStream(eventsUrl(one, question.interactionId), house.tokens.ada);
    await first.ended;
    for (const cut of [1, 3, first.messages.length - 1]) {
      const had = first.messages.slice(0, cut);
      const rest = await openStream(eventsUrl(two, question.interactionId), house.tokens.ada, had.at(-1)?.id);
      await rest.ended;
      expect([...had, ...rest.messages]).toEqual(first.messages);
    }
    const last = await openStream(eventsUrl(two, question.interactionId), house.tokens.ada, first.messages.at(-1)?.id);
    expect(last.status).toBe(204);
  });

  it('given a published answer, when it is retracted, then a resume in mid-answer gives the retraction alone', async () => {
    const question = newQuestion();
    const answer = await answerTo(question);
    await house.publish(asked(question), approved(answer));
    await eventually(async () => expect((await view(question.interactionId)).body['state']).toBe('COMPLETED'));
    const retraction = await house.sealing.retraction(answer);
    await house.publish(retracted(retraction));
    await eventually(async () => expect((await view(question.interactionId)).body['state']).toBe('RETRACTED'));
    const resumed = await openStream(eventsUrl(one, question.interactionId), house.tokens.ada, '2.3');
    await resumed.ended;
    expect(resumed.messages).toMatchObject([{ id: '3.0', event: 'retracted', data: JSON.stringify(retraction) }]);
    expect((await view(question.interactionId)).body).toMatchObject({ sequence: 3, outcome: retraction });
  });

  it('given a rejection, then the stream says failed and ends', async () => {
    const question = newQuestion();
    await post(question);
    const stream = await openStream(eventsUrl(one, question.interactionId), house.tokens.ada);
    const { interactionId, channel } = question;
    const about = { interactionId, channel, namespace: 'default', questionDigest: questionDigest(question) };
    const data = { ...answerRejectedV1.example, ...about };
    await house.publish(
      makeSmallEvent({ definition: answerRejectedV1, data, id: interactionId, source, time: time() }),
    );
    await stream.ended;
    expect(stream.messages).toMatchObject([{ id: '2.0', event: 'failed' }]);
  });

  it('given a review, then the stream says so and stays open, and a resume after it gives the answer whole', async () => {
    const question = newQuestion();
    await post(question);
    const stream = await openStream(eventsUrl(one, question.interactionId), house.tokens.ada);
    const { interactionId, channel } = question;
    const about = { interactionId, channel, namespace: 'default', questionDigest: questionDigest(question) };
    const data = { ...reviewRequestedV1.example, ...about };
    await house.publish(
      makeSmallEvent({ definition: reviewRequestedV1, data, id: interactionId, source, time: time() }),
    );
    await eventually(() => expect(stream.messages).toMatchObject([{ id: '1.0', event: 'deferred' }]));
    const resumed = await openStream(eventsUrl(two, interactionId), house.tokens.ada, '1.0');
    await house.publish(approved(await answerTo(question)));
    await Promise.all([stream.ended, resumed.ended]);
    expect(stream.messages.slice(1)).toEqual(resumed.messages);
    expect(resumed.messages.at(-1)?.event).toBe('completed');
  });

  it('given a question that nobody answers, then it fails at its deadline', async () => {
    const question = newQuestion({ timeoutMs: 1000 });
    await post(question);
    const stream = await openStream(eventsUrl(one, question.interactionId), house.tokens.ada);
    await stream.ended;
    expect(stream.messages.map(({ data }) => JSON.parse(data) as unknown)).toMatchObject([
      { code: 'delivery.deadline' },
    ]);
  });

  it('given a forged row in the outbox, then it is dead-lettered, never published, and the shard goes on', async () => {
    const question = newQuestion();
    await post(question);
    const answer = await answerTo(question);
    const place = { namespace: 'default', interactionId: question.interactionId };
    const forged = Buffer.from(JSON.stringify({ ...answer, text: 'a canary' }));
    const headers = { ce_specversion: '1.0', ce_type: 'answer.completed.v1', ce_time: time() };
    await house.query(
      `insert into event_outbox (shard, event_id, topic, key, headers, value) values ($1, $2, $3, $4, $5, $6)`,
      [
        shardOf(interactionKey(place)),
        terminalId(place.namespace, place.interactionId),
        'published.web.v1',
        Buffer.from(interactionKey(place)),
        Buffer.from(JSON.stringify(headers)),
        forged,
      ],
    );
    await eventually(async () => expect(await house.deadLetterCodes()).toContain('seal.refused'), {
      timeoutMs: 20_000,
    });
    await house.publish(approved(answer));
    await eventually(async () =>
      expect((await house.published(question.interactionId)).map(String)).toEqual([JSON.stringify(answer)]),
    );
  }, 30_000);

  it('given a key that is revoked, then what it sealed is shown no longer, though it lies in the row', async () => {
    const question = newQuestion();
    await post(question);
    await house.publish(approved(await answerTo(question)));
    await eventually(async () => expect((await view(question.interactionId)).body['state']).toBe('COMPLETED'));
    await house.trust({ ...house.sealing.publicJwk, status: 'revoked' });
    await eventually(async () => expect((await view(question.interactionId)).body['outcome']).toBeNull());
    await eventually(async () =>
      expect((await openStream(eventsUrl(one, question.interactionId), house.tokens.ada)).status).toBe(404),
    );
    await house.trust(house.sealing.publicJwk);
    await eventually(async () => expect((await view(question.interactionId)).body['outcome']).not.toBeNull());
  }, 30_000);

  it('given 200 questions, their outcomes in any order and twice, and an instance that leaves, then each has one outcome', async () => {
    const leaving = await house.start();
    const questions = Array.from({ length: 200 }, () => newQuestion());
    const answers = await Promise.all(questions.map((question) => answerTo(question, 'short')));
    const events = [
      ...questions.map(asked),
      ...answers.map((answer) => approved(answer)),
      ...answers.map((answer) => approved(answer, 1)),
    ];
    const shuffled = events.map((event, index) => ({ event, at: (index * 7919) % 601 })).sort((a, b) => a.at - b.at);
    await house.publish(...shuffled.map(({ event }) => event));
    await leaving.close();
    const outcomes = () => house.publishedIds('web');
    const ids = questions.map(({ interactionId }) => terminalId('default', interactionId));
    await eventually(async () => expect(missing(ids, await outcomes())).toEqual([]), { timeoutMs: 30_000 });
    const late = () =>
      house.query(`select 1 from late_outcomes where interaction_id = any($1)`, [
        questions.map(({ interactionId }) => interactionId),
      ]);
    await eventually(async () => expect(await late()).toHaveLength(200));
    expect((await outcomes()).filter((id) => ids.includes(id))).toHaveLength(200);
  }, 60_000);

  it('given a draft decided anew, when the same event comes with another seal, then it is late and no dead letter', async () => {
    const question = newQuestion();
    await post(question);
    const first = await answerTo(question, 'decided');
    const again = await answerTo(question, 'decided under the next configuration');
    await house.publish(approved(first), approved(again), approved(again));
    const late = () =>
      house.query<{ code: string }>(`select code from late_outcomes where interaction_id = $1`, [
        question.interactionId,
      ]);
    await eventually(async () => expect(await late()).toEqual([{ code: 'delivery.late' }]));
    await eventually(async () =>
      expect((await house.published(question.interactionId)).map(String)).toEqual([JSON.stringify(first)]),
    );
    expect(await house.deadLetterCodes()).not.toContain('event.id_reused');
  }, 30_000);

  it('given an open stream, when its instance stops, then the stream ends and goes on elsewhere', async () => {
    const question = newQuestion();
    await post(question);
    const stopping = await house.start();
    const stream = await openStream(eventsUrl(stopping, question.interactionId), house.tokens.ada);
    await stopping.close();
    await stream.ended;
    const next = await openStream(eventsUrl(one, question.interactionId), house.tokens.ada);
    await house.publish(approved(await answerTo(question)));
    await next.ended;
    expect(next.messages.at(-1)?.event).toBe('completed');
  }, 30_000);

  it('given an open stream, when the client leaves, then nothing of it is held', async () => {
    const question = newQuestion();
    await post(question);
    const small = await house.start({ STREAMS_AT_MOST: '1' });
    const first = await openStream(eventsUrl(small, question.interactionId), house.tokens.ada);
    expect((await openStream(eventsUrl(small, question.interactionId), house.tokens.ada)).status).toBe(503);
    first.cut();
    await eventually(async () => {
      const next = await openStream(eventsUrl(small, question.interactionId), house.tokens.ada);
      next.cut();
      expect(next.status).toBe(200);
    });
  }, 30_000);
});
