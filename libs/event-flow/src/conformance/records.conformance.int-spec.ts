import net from 'node:net';

import { type IncomingRecord } from '#libs/contracts';

import { kafkaPublisher, kafkaReadAll, type OutgoingRecord } from '../index.js';
import { ConformanceHouse, keyed, record, smallTopic, textOf } from './conformance-house-spec.js';

jest.setTimeout(60_000);

describe('records', () => {
  let house: ConformanceHouse;
  beforeEach(async () => (house = await ConformanceHouse.open()));
  afterEach(() => house.close());

  const all = (topic = smallTopic) => kafkaReadAll(house.kafka, [topic]);
  const only = async (sent: OutgoingRecord): Promise<IncomingRecord> => {
    await house.publish(sent);
    const found = await all();
    expect(found).toHaveLength(1);
    return found[0] as IncomingRecord;
  };

  it('given headers of any bytes, some repeated, when a record is published, then each comes back as it was, repeats in their order', async () => {
    const binary = Buffer.from([0x00, 0xff, 0xfe, 0x80]);
    const headers = [
      ['ce_id', Buffer.from('one')],
      ['binary', binary],
      ['ce_id', Buffer.from('two')],
      ['empty', Buffer.alloc(0)],
      ['ключ', Buffer.from('é')],
      ['ce_id', Buffer.from('one')],
    ] as const;
    const found = await only({ ...record(smallTopic, 'key', 'value'), headers });
    const valuesOf = (name: string) => found.headers.filter(([header]) => header === name).map(([, value]) => value);
    expect(valuesOf('ce_id')).toEqual(['one', 'two', 'one'].map((text) => Buffer.from(text)));
    expect(valuesOf('binary')).toEqual([binary]);
    expect(valuesOf('empty')).toEqual([Buffer.alloc(0)]);
    expect(valuesOf('ключ')).toEqual([Buffer.from('é')]);
    expect(found.headers).toHaveLength(headers.length);
  });

  it('given a header without a value, which kafkajs cannot write, then it comes as an empty one', async () => {
    const found = await only({ ...record(smallTopic, 'key', 'value'), headers: [['absent', null]] });
    expect(found.headers).toEqual([['absent', Buffer.alloc(0)]]);
  });

  it('given no value, then null comes back and no empty text', async () => {
    expect(await only(record(smallTopic, 'key', null))).toMatchObject({ key: Buffer.from('key'), value: null });
  });

  it('given an empty value and an empty key, then they are empty and not null', async () => {
    expect(await only(record(smallTopic, '', ''))).toMatchObject({ key: Buffer.alloc(0), value: Buffer.alloc(0) });
  });

  it('given no key, then null comes back, and the same bytes lie in the same partition', async () => {
    await house.publish(record(smallTopic, null, 'same'));
    await house.publish(record(smallTopic, null, 'same'), record(smallTopic, null, 'other'));
    const same = (await all()).filter((one) => textOf(one) === 'same');
    expect(same.map(({ key }) => key)).toEqual([null, null]);
    expect(new Set(same.map(({ partition }) => partition)).size).toBe(1);
  });

  it('given a moment of publishing, then the record carries it in milliseconds', async () => {
    const before = Date.now();
    const { timestamp } = await only(record(smallTopic, 'key', 'value'));
    expect(Number(timestamp)).toBeGreaterThanOrEqual(before);
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now());
  });

  it('given publishes that are not waited for, then a key has one partition, and its records lie there in their order', async () => {
    const publisher = kafkaPublisher(house.kafka);
    house.onClose(() => publisher.close());
    const sent = keyed(smallTopic, 10, 40);
    await Promise.all(sent.map((one) => publisher.publish([one])));
    const found = await all();
    expect(found).toHaveLength(sent.length);
    for (const key of new Set(sent.map((one) => String(one.key)))) {
      const mine = found.filter((one) => String(one.key) === key);
      expect(new Set(mine.map(({ partition }) => partition)).size).toBe(1);
      expect([...mine].sort((a, b) => Number(a.offset) - Number(b.offset)).map(textOf)).toEqual(
        sent.filter((one) => String(one.key) === key).map(textOf),
      );
    }
    expect(new Set(found.map(({ partition }) => partition)).size).toBeGreaterThan(1);
  });

  it('given the acknowledgement of a send is lost, when kafkajs sends it again, then the broker keeps it once', async () => {
    const wire = new Wire();
    const publisher = kafkaPublisher(house.kafka);
    house.onClose(() => publisher.close());
    try {
      await publisher.publish([record(smallTopic, 'key', 'first')]);
      wire.loseNextAnswer();
      await publisher.publish([record(smallTopic, 'key', 'second'), record(smallTopic, 'key', 'third')]);
      expect(wire.lost).toBe(1);
      await publisher.publish([record(smallTopic, 'key', 'fourth')]);
    } finally {
      wire.restore();
    }
    expect((await all()).map(textOf)).toEqual(['first', 'second', 'third', 'fourth']);
  });
});

/** The network of this process: lets one answer of the broker get lost, with its connection. */
class Wire {
  lost = 0;
  private losing = false;
  private readonly spy: jest.SpyInstance;

  constructor() {
    const connect = net.connect.bind(net);
    this.spy = jest
      .spyOn(net, 'connect')
      .mockImplementation((...args: Parameters<typeof net.connect>) => this.tapped(connect(...args)));
  }

  loseNextAnswer(): void {
    this.losing = true;
  }

  restore(): void {
    this.spy.mockRestore();
  }

  private tapped(socket: net.Socket): net.Socket {
    const emit = socket.emit.bind(socket);
    socket.emit = (event: string | symbol, ...args: unknown[]) => {
      if (event !== 'data' || !this.losing) return emit(event, ...args);
      this.losing = false;
      this.lost += 1;
      socket.destroy(new Error('the answer is lost'));
      return true;
    };
    return socket;
  }
}
