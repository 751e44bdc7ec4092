import { type IncomingRecord, readDeadLetter } from '#libs/contracts';
import { answerRejectedV1, readEvent } from '#libs/contracts';
import { eventually } from '#libs/testkit';
import { Registry } from 'prom-client';

import { forwarded, headerOf, inputEvent, inTopic, outTopic } from './flow-events-spec.js';
import { FlowFixture } from './flow-fixture-spec.js';
import {
  deadLetter,
  direct,
  done,
  eventRecord,
  kafkaReadAll,
  records,
  retry,
  runs,
  type Subscription,
  transactional,
  transactionalWith,
} from './index.js';

const forwarding = transactional(answerRejectedV1, async (event) => done(forwarded(event)));

jest.setTimeout(30_000);

describe('event flow', () => {
  let house: FlowFixture;
  beforeEach(async () => (house = await FlowFixture.open()));
  afterEach(() => house.close());

  const codesIn = (letters: readonly IncomingRecord[]) => letters.map((one) => readDeadLetter(one)?.origin.code);
  const start = (subscription: Subscription) => house.start({ subscriptions: [subscription] });
  const lagIsZero = (flow: Awaited<ReturnType<typeof start>>) =>
    eventually(async () => expect(await flow.lag([inTopic])).toBe(0));

  it('given a direct subscription, when events come, then theirs are produced with the derived ids and the offsets committed', async () => {
    const flow = await start(direct(answerRejectedV1, (event) => done(forwarded(event))));
    const out = await house.follow(outTopic);
    await house.publish(...Array.from({ length: 300 }, (_, index) => inputEvent(`question-${index % 40}`, index)));
    await eventually(() => expect(new Set(out.map((one) => headerOf(one, 'ce_id'))).size).toBe(300));
    await lagIsZero(flow);
    expect(await house.count('event_inbox')).toBe(0);
  });

  it('given a transactional subscription, when the same event comes twice, then its effects are there once', async () => {
    const flow = await start(forwarding);
    const out = await house.follow(outTopic);
    await house.publish(inputEvent('question-1'), inputEvent('question-1'), inputEvent('question-2'));
    await house.publish(inputEvent('question-1'));
    await lagIsZero(flow);
    await eventually(async () => expect(await house.count('event_outbox where sent_at is not null')).toBe(2));
    expect(await house.count('event_inbox')).toBe(2);
    await eventually(() =>
      expect(out.map((one) => one.key?.toString()).sort()).toEqual(['default/question-1', 'default/question-2']),
    );
  });

  it('given the id of another event, then it is dead-lettered as reused and never skipped', async () => {
    await start(forwarding);
    const letters = await house.follow('dlq.delivery.v1');
    await house.publish(inputEvent('question-1', 0, 'the-id'), inputEvent('question-2', 0, 'the-id'));
    await eventually(() => expect(codesIn(letters)).toEqual(['event.id_reused']));
  });

  it('given a subscription that knows by bytes, then another event under the id is handled, and a repeated one is not', async () => {
    const flow = await start(
      transactional(answerRejectedV1, async (event) => done(forwarded(event)), { knownBy: 'bytes' }),
    );
    const [one, another] = [inputEvent('question-1', 0, 'the-id'), inputEvent('question-2', 0, 'the-id')];
    await house.publish(one, another, another, one);
    await lagIsZero(flow);
    expect([await house.count('event_inbox'), await house.count('event_outbox')]).toEqual([2, 2]);
  });

  it('given poison among others in a batch, then it alone is dead-lettered, byte for byte, and the others are done', async () => {
    await start(forwarding);
    const letters = await house.follow('dlq.delivery.v1');
    const poison = { ...eventRecord(inputEvent('question-9')), value: Buffer.from('{"no": json') };
    await house.publish(inputEvent('question-1'), poison, inputEvent('question-2'));
    await eventually(() => expect(codesIn(letters)).toEqual(['event.not_json']));
    const letter = readDeadLetter(letters[0] as IncomingRecord);
    expect([letter?.record.key, letter?.record.value]).toEqual([poison.key, poison.value]);
    expect(letter?.origin).toMatchObject({ group: `imprimatur.delivery.${inTopic}`, topic: inTopic, attempts: 1 });
    await eventually(async () => expect(await house.count('event_inbox')).toBe(2));
  });

  it('given a bug in one slice of a batch, then the others are done and it is dead-lettered after its tries', async () => {
    let tries = 0;
    await start(
      transactional(answerRejectedV1, async (event) => {
        if (event.data.interactionId === 'question-bad') throw new TypeError(`try ${(tries += 1)}`);
        return done(forwarded(event));
      }),
    );
    const letters = await house.follow('dlq.delivery.v1');
    const out = await house.follow(outTopic);
    await house.publish(inputEvent('question-1'), inputEvent('question-bad'), inputEvent('question-2'));
    await eventually(() => expect(codesIn(letters)).toEqual(['internal.bug']));
    await eventually(() => expect(out).toHaveLength(2));
    expect(readDeadLetter(letters[0] as IncomingRecord)?.origin.attempts).toBe(3);
    // Three tries of its own, and perhaps the one in the batch.
    expect(tries).toBeLessThanOrEqual(4);
    expect(JSON.stringify(letters)).not.toContain('try ');
  });

  it('given a slice that dead-letters, then what it wrote is undone', async () => {
    const flow = await start(
      transactional(answerRejectedV1, async (_event, { tx }) => {
        await tx.query(`insert into event_inbox (consumer, source, id, digest) values ('slice', 's', 'i', '')`);
        return deadLetter('question.id_reused');
      }),
    );
    const letters = await house.follow('dlq.delivery.v1');
    await house.publish(inputEvent('question-1'));
    await eventually(() => expect(codesIn(letters)).toEqual(['question.id_reused']));
    await lagIsZero(flow);
    expect(await house.count('event_inbox')).toBe(0);
  });

  it('given a slice that asks to wait, then its lane waits, the service is not ready, other keys go on, and it ends well', async () => {
    let open = false;
    const flow = await start(
      transactional(answerRejectedV1, async (event) =>
        event.data.interactionId === 'question-slow' && !open ? retry('not yet') : done(forwarded(event)),
      ),
    );
    const out = await house.follow(outTopic);
    const keys = () => out.map((one) => one.key?.toString());
    await house.publish(inputEvent('question-slow', 0), inputEvent('question-slow', 1));
    await eventually(() => expect(flow.readiness().reasons).toEqual(['lane.waiting']));
    await house.publish(...Array.from({ length: 30 }, (_, index) => inputEvent(`question-${index}`)));
    await eventually(() => expect(out).toHaveLength(30));
    expect(keys()).not.toContain('default/question-slow');
    open = true;
    await eventually(() => expect(out).toHaveLength(32), { timeoutMs: 15_000 });
    await eventually(() => expect(flow.readiness().ready).toBe(true));
    expect(out.filter((one) => one.key?.toString() === 'default/question-slow')).toHaveLength(2);
  });

  it('given a refused record that somebody answers, then the answer goes out once and there is no dead letter', async () => {
    const flow = await start(
      transactionalWith({
        topic: inTopic,
        read: (record, clusterId) => readEvent(record, answerRejectedV1, clusterId),
        handle: async () => done(),
        refused: async (refusal) => done(inputEventOn(outTopic, `answer-to-${refusal.code.replace('.', '-')}`)),
      }),
    );
    const out = await house.follow(outTopic);
    await house.publish({ ...eventRecord(inputEvent('question-1')), value: null });
    await lagIsZero(flow);
    await eventually(() =>
      expect(out.map((one) => one.key?.toString())).toEqual(['default/answer-to-event-tombstone']),
    );
    expect(await kafkaReadAll(house.kafka, ['dlq.delivery.v1'])).toEqual([]);
  });

  it('given a subscription to raw records, then each is taken once, whatever it holds', async () => {
    const seen: string[] = [];
    const flow = await start(
      records(inTopic, async (record) => (seen.push(record.value?.toString() ?? 'none'), done())),
    );
    const raw = (text: string) => ({ topic: inTopic, key: null, headers: [], value: Buffer.from(text) });
    await house.publish(raw('one'), raw('two'));
    await lagIsZero(flow);
    expect(seen.sort()).toEqual(['one', 'two']);
    expect(await house.count(`event_inbox where source like 'urn:kafka:%:${inTopic}'`)).toBe(2);
  });

  it('given runs of a partition, then they are consecutive, and a failure repeats the run without any dead letter', async () => {
    const taken: string[] = [];
    let failures = 4;
    const flow = await start(
      runs(inTopic, async (some) => {
        if (failures-- > 0) throw new TypeError('a bug');
        for (const { partition, records: run } of some)
          taken.push(...run.map(({ offset }) => `${partition}/${offset}`));
      }),
    );
    await house.publish(...Array.from({ length: 50 }, (_, index) => inputEvent('question-1', index)));
    await lagIsZero(flow);
    const partition = taken[0]?.split('/')[0];
    expect(taken).toEqual(Array.from({ length: 50 }, (_, index) => `${partition}/${index}`));
    expect(await kafkaReadAll(house.kafka, ['dlq.delivery.v1'])).toEqual([]);
  });

  it('given a stop while slices run, then they finish, are committed, and nothing is done again', async () => {
    const handled: string[] = [];
    const slow = direct(answerRejectedV1, async (event) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      handled.push(event.envelope.id);
      return done();
    });
    const flow = await house.start({ subscriptions: [slow], tuning: { concurrency: 8 } });
    await house.publish(...Array.from({ length: 30 }, (_, index) => inputEvent(`question-${index}`)));
    await eventually(() => expect(handled.length).toBeGreaterThan(0));
    await flow.stop();
    const before = handled.length;
    expect(before).toBeLessThan(30);
    await lagIsZero(await start(slow));
    expect([handled.length, new Set(handled).size]).toEqual([30, 30]);
  });

  it('given a registry, then lag, results, dead letters and the outbox are counted, and nothing of the content is in it', async () => {
    const metrics = new Registry();
    const flow = await house.start({ subscriptions: [forwarding], metrics });
    await house.publish(inputEvent('question-1'), inputEvent('question-1'));
    await house.publish({ ...eventRecord(inputEvent('question-2')), value: Buffer.from('secret content') });
    await lagIsZero(flow);
    await eventually(async () => expect(await metrics.metrics()).toContain('imprimatur_outbox_pending 0'));
    const text = await metrics.metrics();
    for (const line of [
      `imprimatur_events_handled_total{topic="${inTopic}",result="done"} 1`,
      `imprimatur_events_handled_total{topic="${inTopic}",result="skipped"} 1`,
      `imprimatur_events_handled_total{topic="${inTopic}",result="dead_letter"} 1`,
      `imprimatur_dead_letters_total{code="event.not_json"} 1`,
      `imprimatur_consumer_lag{topic="${inTopic}"} 0`,
      `imprimatur_events_in_flight{topic="${inTopic}"} 0`,
      `imprimatur_outbox_relayed_total{topic="${outTopic}"} 1`,
    ])
      expect(text).toContain(line);
    expect(text).not.toContain('secret');
    expect(text).not.toContain('question-');
  });
});

function inputEventOn(topic: string, interactionId: string) {
  return { ...inputEvent(interactionId), id: '6ba7b811-9dad-11d1-80b4-00c04fd430c8', topic };
}
