import { answerRejectedV1, type IncomingRecord, readDeadLetter, readEvent } from '#libs/contracts';
import { eventually } from '#libs/testkit';

import { forwarded, headerOf, inputEvent, inTopic, outTopic } from '../flow-events-spec.js';
import { FlowFixture } from '../flow-fixture-spec.js';
import {
  type DirectSubscription,
  done,
  eventRecord,
  type EventFlow,
  type RecordReader,
  retry,
  runs,
  type Subscription,
  transactional,
  transactionalWith,
} from '../index.js';

jest.setTimeout(60_000);

type Rejection = typeof answerRejectedV1.example;

/** A service before and after an upgrade: at first it knows v1 of its event alone, then v2 alone. */
class Upgraded {
  learned = false;
  readonly read: RecordReader<Rejection, { code: 'event.schema'; pointer: string | null }> = (record, clusterId) =>
    readEvent(
      record,
      this.learned ? { ...answerRejectedV1, type: 'answers.rejected.v2' } : answerRejectedV1,
      clusterId,
    ) as never;
}

const ofV2 = (interactionId: string) => {
  const event = inputEvent(interactionId);
  return eventRecord({ ...event, headers: { ...event.headers, ce_type: 'answers.rejected.v2' } });
};

describe('the replay of a dead letter', () => {
  let house: FlowFixture;
  let letters: IncomingRecord[];
  let out: IncomingRecord[];
  beforeEach(async () => {
    house = await FlowFixture.open();
    [letters, out] = [await house.follow('dlq.delivery.v1'), await house.follow(outTopic)];
  });
  afterEach(() => house.close());

  const codes = () => letters.map((one) => readDeadLetter(one)?.origin.code);
  const ids = () => out.map((one) => headerOf(one, 'ce_id'));
  const firstLetter = () =>
    eventually(() => {
      const [letter] = letters;
      if (!letter) throw new Error('no dead letter yet');
      return letter;
    });

  async function poisoned(subscription: Subscription): Promise<{ flow: EventFlow; letter: IncomingRecord }> {
    const flow = await house.start({ subscriptions: [subscription] });
    await house.publish(ofV2('question-1'));
    return { flow, letter: await firstLetter() };
  }

  it('given a transactional subscription that learned the version, then the record is taken, and a second time it is a duplicate', async () => {
    const service = new Upgraded();
    const handle = async (event: Parameters<typeof forwarded>[0]) => done(forwarded(event));
    const { flow, letter } = await poisoned(transactionalWith({ topic: inTopic, read: service.read, handle }));
    service.learned = true;
    expect(await flow.replay(letter)).toEqual({ kind: 'done' });
    await eventually(() => expect(ids()).toHaveLength(1));
    expect(await flow.replay(letter)).toEqual({ kind: 'duplicate' });
    expect(await house.count('event_outbox')).toBe(1);
    expect([codes(), await house.count('event_inbox')]).toEqual([['unsupported_version'], 1]);
  });

  it('given a direct subscription that learned the version, then its events are produced, and a second time they have the same ids and bytes', async () => {
    const service = new Upgraded();
    const handle: DirectSubscription['handle'] = (event) => done(forwarded(event as never));
    const { flow, letter } = await poisoned({ mode: 'direct', topic: inTopic, read: service.read as never, handle });
    service.learned = true;
    expect(await flow.replay(letter)).toEqual({ kind: 'done' });
    expect(await flow.replay(letter)).toEqual({ kind: 'done' });
    await eventually(() => expect(ids()).toHaveLength(2));
    expect([new Set(ids()).size, out[0]?.value?.equals(out[1]?.value ?? Buffer.alloc(0))]).toEqual([1, true]);
  });

  it('given a version that is still unknown, then it fails again with one new dead letter, the record as it was', async () => {
    const { flow, letter } = await poisoned(transactional(answerRejectedV1, async (event) => done(forwarded(event))));
    const refusal = { code: 'unsupported_version', pointer: null };
    expect(await flow.replay(letter)).toEqual({ kind: 'deadLetter', refusal });
    await eventually(() => expect(codes()).toEqual(['unsupported_version', 'unsupported_version']));
    const [first, second] = letters.map((one) => readDeadLetter(one)?.record);
    expect(second).toEqual(first);
    expect(await house.count('event_inbox')).toBe(0);
  });

  it('given a slice that breaks, then it has its tries and a new dead letter; one that asks to wait changes nothing', async () => {
    let answer: 'throw' | 'wait' = 'throw';
    let tries = 0;
    const service = new Upgraded();
    const handle = async () => {
      tries += 1;
      if (answer === 'throw') throw new TypeError('a bug');
      return retry('not yet');
    };
    const { flow, letter } = await poisoned(transactionalWith({ topic: inTopic, read: service.read, handle }));
    service.learned = true;
    const refusal = { code: 'internal.bug', pointer: null };
    expect([await flow.replay(letter), tries]).toEqual([{ kind: 'deadLetter', refusal }, 3]);
    answer = 'wait';
    expect(await flow.replay(letter)).toEqual({ kind: 'waits' });
    await eventually(() => expect(codes()).toEqual(['unsupported_version', 'internal.bug']));
  });

  it('given no dead letter there, a topic that is not read any more, or one that is read in runs, then it says so', async () => {
    const { flow, letter } = await poisoned(transactional(answerRejectedV1, async () => done()));
    expect(await flow.replay({ ...letter, offset: '9' })).toEqual({ kind: 'noDeadLetter' });
    expect(await flow.replay({ partition: 99, offset: '0' })).toEqual({ kind: 'noDeadLetter' });
    await flow.stop();
    const other = await house.start({ subscriptions: [runs(inTopic, async () => undefined)] });
    expect(await other.replay(letter)).toEqual({ kind: 'noReader' });
    await expect(flow.replay(letter)).rejects.toMatchObject({ code: 'flow.not_started' });
  });
});
