import { type IncomingRecord } from '#libs/contracts';
import { eventually } from '#libs/testkit';

import { type FaultPoint } from './fault-points-spec.js';
import { FlowChild } from './flow-child-spec.js';
import { headerOf, inputEvent, inTopic, outTopic } from './flow-events-spec.js';
import { FlowFixture } from './flow-fixture-spec.js';
import { type FlowProcessOptions } from './flow-process-spec.js';
import { eventRecord, kafkaReadAll } from './index.js';

jest.setTimeout(180_000);

const transactionalFaults: FaultPoint[] = [
  'in the slice, the transaction open',
  'committed to the database, the offset not',
  'offset committed',
  'outbox read, nothing sent',
  'outbox sent, not marked',
  'outbox marked',
];
const directFaults: FaultPoint[] = [
  'produced directly, the offset not committed',
  'dead letter written, the offset not committed',
  'offset committed',
];
const keys = ['question-a1', 'question-b1', 'question-c1', 'question-d1', 'question-e1'];

describe('kill -9 between any two steps', () => {
  let house: FlowFixture;
  const children: FlowChild[] = [];
  beforeAll(async () => (house = await FlowFixture.open()));
  afterAll(async () => {
    await Promise.all(children.map((child) => child.kill()));
    await house.close();
  });

  const spawn = (options: Pick<FlowProcessOptions, 'service' | 'kind' | 'fault'>) => {
    const databaseUrl = options.kind === 'direct' ? null : house.database.url;
    const child = new FlowChild({ ...options, brokers: house.kafka.brokers, databaseUrl });
    children.push(child);
    return child;
  };

  /** Two events for each key, which begin where the last round ended. */
  const publishRound = async (topic: string, round: number) => {
    const events = [2 * round, 2 * round + 1].flatMap((ordinal) => keys.map((key) => inputEvent(key, ordinal)));
    await house.publish(...events.map((event) => ({ ...eventRecord(event), topic })));
  };

  /** One process after another, each killed at its point; the last one lives. */
  const killInTurn = async (kind: 'direct' | 'transactional', topic: string, faults: readonly FaultPoint[]) => {
    const service = kind === 'direct' ? 'validation' : 'delivery';
    for (const [round, point] of faults.entries()) {
      const child = spawn({ service, kind, fault: { point, hit: 1 + (round % 2) } });
      await publishRound(topic, round);
      if (kind === 'direct')
        await house.publish({ ...eventRecord(inputEvent(`poison-${round}0`)), topic, value: null });
      expect([point, await child.exited]).toEqual([point, 'SIGKILL']);
    }
    await spawn({ service, kind, fault: null }).ready();
  };

  const firstOrdinals = (records: readonly IncomingRecord[], key: string) => [
    ...new Set(
      records
        .filter((record) => record.key?.toString() === `default/${key}`)
        .map(({ value }) =>
          Number((JSON.parse(value?.toString() ?? '') as { questionDigest: string }).questionDigest.slice(7)),
        ),
    ),
  ];
  const inOrder = (rounds: number) => Array.from({ length: 2 * rounds }, (_, ordinal) => ordinal);

  it('given a transactional service and its relay, then nothing is lost, nothing is done twice, and each key is in order', async () => {
    await killInTurn('transactional', 'answers.approved.v1', transactionalFaults);
    const all = 2 * keys.length * transactionalFaults.length;
    await eventually(async () => expect(await house.count('event_outbox where sent_at is not null')).toBe(all), {
      timeoutMs: 30_000,
    });
    expect(await house.count('event_inbox')).toBe(all);
    const out = await kafkaReadAll(house.kafka, [outTopic]);
    for (const key of keys) expect(firstOrdinals(out, key)).toEqual(inOrder(transactionalFaults.length));
    // What came twice came as it was.
    const bytes = new Map(out.map((record) => [headerOf(record, 'ce_id'), record.value]));
    expect(out.every((record) => bytes.get(headerOf(record, 'ce_id'))?.equals(record.value ?? Buffer.alloc(0)))).toBe(
      true,
    );
  });

  it('given a direct service, then nothing is lost, each key is in order, and every poison has its dead letter', async () => {
    await killInTurn('direct', inTopic, directFaults);
    await eventually(
      async () => {
        const out = await kafkaReadAll(house.kafka, ['actions.proposed.v1']);
        for (const key of keys) expect(firstOrdinals(out, key)).toEqual(inOrder(directFaults.length));
        const letters = await kafkaReadAll(house.kafka, ['dlq.validation.v1']);
        expect(new Set(letters.map(({ key }) => key?.toString()))).toEqual(
          new Set(directFaults.map((_, round) => `default/poison-${round}0`)),
        );
      },
      { timeoutMs: 40_000, intervalMs: 500 },
    );
  });
});
