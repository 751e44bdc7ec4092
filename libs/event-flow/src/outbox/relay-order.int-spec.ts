import { type IncomingRecord } from '#libs/contracts';
import { eventually } from '#libs/testkit';

import { FlowChild } from '../flow-child-spec.js';
import { inputEvent, outTopic } from '../flow-events-spec.js';
import { FlowFixture } from '../flow-fixture-spec.js';
import { OutboxTransactions } from './outbox-transactions.js';

jest.setTimeout(120_000);

const keys = ['question-a1', 'question-b1', 'question-c1', 'question-d1', 'question-e1'];
const eventNumber = (key: number, ordinal: number) =>
  `00000000-0000-4000-8000-${String(key * 1_000_000 + ordinal).padStart(12, '0')}`;

describe('two relays', () => {
  let house: FlowFixture;
  const children: FlowChild[] = [];
  beforeAll(async () => (house = await FlowFixture.open()));
  afterAll(async () => {
    await Promise.all(children.map((child) => child.kill()));
    await house.close();
  });

  const spawn = async () => {
    const { kafka, database } = house;
    const child = new FlowChild({
      service: 'delivery',
      kind: 'relay',
      brokers: kafka.brokers,
      databaseUrl: database.url,
      fault: null,
    });
    children.push(child);
    await child.ready();
    return child;
  };

  it('given five keys and a leader that is paused in mid-stream and wakes again, then no key is seen out of its first order', async () => {
    const transactions = new OutboxTransactions(
      house.dataSource,
      () => undefined,
      () => undefined,
    );
    let ordinal = 0;
    const file = async (rounds: number) => {
      for (const end = ordinal + rounds; ordinal < end; ordinal += 1) {
        const events = keys.map((key, index) => inputEvent(key, ordinal, eventNumber(index, ordinal)));
        await transactions.run(async (_tx, emit) => emit(...events.map((event) => ({ ...event, topic: outTopic }))));
      }
    };
    const unsent = () => house.count('event_outbox where sent_at is null');
    const out = await house.follow(outTopic);
    const leader = await spawn();
    await spawn();

    const filing = file(300);
    await eventually(() => expect(out.length).toBeGreaterThan(100));
    leader.send('SIGSTOP');
    await filing;
    const left = await unsent();
    await eventually(async () => expect(await unsent()).toBe(0), { timeoutMs: 40_000, because: 'the other took over' });
    const more = file(100);
    leader.send('SIGCONT');
    await more;
    await eventually(async () => expect(await unsent()).toBe(0), { timeoutMs: 30_000 });

    expect(left).toBeGreaterThan(0);
    await eventually(() => {
      for (const key of keys) expect(firstOrdinals(out, key)).toEqual(Array.from({ length: 400 }, (_, at) => at));
    });
  });
});

function firstOrdinals(records: readonly IncomingRecord[], key: string): number[] {
  const ofKey = records.filter((record) => record.key?.toString() === `default/${key}`);
  return [...new Set(ofKey.map(({ value }) => ordinalIn(value)))];
}

function ordinalIn(value: Buffer | null): number {
  const { questionDigest } = JSON.parse(value?.toString() ?? '') as { questionDigest: string };
  return Number(questionDigest.slice('sha256:'.length));
}
