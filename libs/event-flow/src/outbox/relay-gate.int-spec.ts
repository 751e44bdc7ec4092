import { type IncomingRecord, readDeadLetter } from '#libs/contracts';
import { eventually } from '#libs/testkit';

import { inputEvent, outTopic } from '../flow-events-spec.js';
import { FlowFixture } from '../flow-fixture-spec.js';
import { kafkaReadAll, OutageError } from '../index.js';
import { OutboxTransactions } from './outbox-transactions.js';

jest.setTimeout(30_000);

const client = (interactionId: string, id: string) => ({ ...inputEvent(interactionId, 0, id), topic: outTopic });
const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;

describe('the release guard in the relay', () => {
  let house: FlowFixture;
  beforeEach(async () => (house = await FlowFixture.open()));
  afterEach(() => house.close());

  it('given a row that the guard refuses, then it is moved aside and dead-lettered, its failure goes out, and the shard goes on', async () => {
    const flow = await house.start({
      releaseGuard: {
        check: async ({ key }) => (key.endsWith('forged') ? 'seal.signature' : undefined),
        onRefused: async (_event, _code, tx) => {
          await tx.query('select 1 from event_outbox_refused');
          return [client('question-failure', uuid(9))];
        },
      },
    });
    const out = await house.follow(outTopic);
    const letters = await house.follow('dlq.delivery.v1');
    await flow.transactions.run(async (_tx, emit) =>
      emit(client('question-1', uuid(1)), client('question-forged', uuid(2)), client('question-2', uuid(3))),
    );
    await eventually(() =>
      expect(out.map(({ key }) => key?.toString()).sort()).toEqual([
        'default/question-1',
        'default/question-2',
        'default/question-failure',
      ]),
    );
    const letter = readDeadLetter(letters[0] as IncomingRecord);
    expect([letters.length, letter?.origin.code, letter?.record.key?.toString()]).toEqual([
      1,
      'seal.refused',
      'default/question-forged',
    ]);
    expect(await house.count(`event_outbox_refused where code = 'seal.signature'`)).toBe(1);
    await eventually(async () => expect(await house.count('event_outbox where sent_at is null')).toBe(0));
  });

  const keysOf = (records: readonly IncomingRecord[]) => records.map(({ key }) => key?.toString()).sort();
  const three = [client('question-1', uuid(1)), client('question-odd', uuid(2)), client('question-2', uuid(3))];

  it('given a guard that throws, over the look or over the refusal, then that row is refused, and the shard goes on', async () => {
    const flow = await house.start({
      releaseGuard: {
        check: async ({ key }) => {
          if (key.endsWith('odd')) throw new RangeError('Maximum call stack size exceeded');
          return undefined;
        },
        onRefused: () => Promise.reject(new TypeError('a bug')),
      },
    });
    const out = await house.follow(outTopic);
    await flow.transactions.run(async (_tx, emit) => emit(...three));
    await eventually(() => expect(keysOf(out)).toEqual(['default/question-1', 'default/question-2']));
    await eventually(async () => expect(await house.count('event_outbox where sent_at is null')).toBe(0));
    expect(await house.count(`event_outbox_refused where code = 'internal.bug'`)).toBe(1);
    const letters = await kafkaReadAll(house.kafka, ['dlq.delivery.v1']);
    expect(letters.map((one) => readDeadLetter(one)?.origin.code)).toEqual(['seal.refused']);
    expect(flow.readiness()).toEqual({ ready: true, reasons: [] });
  });

  it('given a guard that is cut off by an outage, then the row waits and goes when that is over', async () => {
    let isAway = true;
    const flow = await house.start({
      releaseGuard: {
        check: async () => {
          if (isAway) throw new OutageError('database.away');
          return undefined;
        },
        onRefused: async () => [],
      },
    });
    const out = await house.follow(outTopic);
    await flow.transactions.run(async (_tx, emit) => emit(...three));
    await eventually(() => expect(flow.readiness().reasons).toEqual(['database.away']));
    isAway = false;
    await eventually(() => expect(out).toHaveLength(3));
    expect(await house.count('event_outbox_refused')).toBe(0);
  });

  it('given an event for a topic of another producer, or of clients without a guard, then nothing is filed', async () => {
    const flow = await house.start({});
    for (const topic of ['answers.approved.v1', 'published.web.v1']) {
      const emitting = flow.transactions.run(async (_tx, emit) =>
        emit({ ...inputEvent('question-1'), id: uuid(1), topic }),
      );
      await expect(emitting).rejects.toThrow(topic);
    }
    expect(await house.count('event_outbox')).toBe(0);
  });

  it('given a row for clients that came into an outbox without a guard, then it is moved aside and not sent', async () => {
    const unguarded = new OutboxTransactions(
      house.dataSource,
      () => undefined,
      () => undefined,
    );
    const forged = { ...client('question-1', uuid(1)), topic: 'published.web.v1' };
    await unguarded.run(async (_tx, emit) => emit(forged, client('question-2', uuid(2))));
    await house.start({});
    const out = await house.follow(outTopic);
    await eventually(() => expect(keysOf(out)).toEqual(['default/question-2']));
    expect(await kafkaReadAll(house.kafka, ['published.web.v1'])).toEqual([]);
    expect(await house.count(`event_outbox_refused where code = 'internal.bug'`)).toBe(1);
  });
});
