import { CompressionTypes, type Message } from 'kafkajs';

import { maxMessageBytes, type IncomingRecord } from '#libs/contracts';
import { eventually } from '#libs/testkit';

import { RecordRefusedError } from '../failures/failures.js';
import { kafkaPublisher, kafkaReadAll, OutageError } from '../index.js';
import {
  compactedTopic,
  ConformanceHouse,
  houseTopics,
  largeTopic,
  record,
  smallTopic,
  tableRow,
  textOf,
  untilReady,
} from './conformance-house-spec.js';

jest.setTimeout(60_000);

describe('limits', () => {
  let house: ConformanceHouse;
  beforeEach(async () => (house = await ConformanceHouse.open()));
  afterEach(() => house.close());

  const all = (topic = smallTopic) => kafkaReadAll(house.kafka, [topic]);
  const limit = tableRow(smallTopic).limitBytes;

  /** One record batch for one partition, as a client without our planning would send it. */
  async function sendOneBatch(messages: Message[], compression = CompressionTypes.None): Promise<void> {
    const producer = house.stranger.producer({ allowAutoTopicCreation: false, retry: { retries: 0 } });
    await producer.connect();
    try {
      await producer.send({ topic: smallTopic, compression, messages });
    } finally {
      await producer.disconnect();
    }
  }

  it.each(houseTopics)(
    'given a record as large as $name lets it be, then it is taken and comes back whole',
    async ({ name, limitBytes }) => {
      const value = Buffer.alloc(limitBytes - 3, 'x');
      await house.publish(record(name, 'key', value));
      const [found] = await all(name);
      expect(found?.value?.equals(value)).toBe(true);
    },
  );

  it('given a record above what its topic lets a batch be, then it is refused by code, and the publisher goes on', async () => {
    const publisher = kafkaPublisher(house.kafka);
    house.onClose(() => publisher.close());
    const tooLarge = record(smallTopic, 'key', Buffer.alloc(maxMessageBytes(tableRow(smallTopic)) + 1));
    const failure = await publisher.publish([tooLarge]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RecordRefusedError);
    expect(failure).toMatchObject({ code: 'kafka.record_too_large', message: 'kafka.record_too_large' });
    await publisher.publish([record(smallTopic, 'key', 'after')]);
    expect((await all()).map(textOf)).toEqual(['after']);
  });

  it('given records that are small alone, when one batch holds too many, then the broker refuses the batch whole', async () => {
    const messages = [1, 2, 3].map((ordinal) => ({ key: 'key', value: Buffer.alloc(limit * 0.75, ordinal) }));
    await expect(sendOneBatch(messages)).rejects.toMatchObject({ type: 'MESSAGE_TOO_LARGE' });
    expect(await all()).toEqual([]);
  });

  it('given the same records through our publisher, then it cuts them into sends that fit, in order', async () => {
    await house.publish(...[1, 2, 3].map((ordinal) => record(smallTopic, 'key', Buffer.alloc(limit * 0.75, ordinal))));
    expect((await all()).map(({ value }) => value?.[0])).toEqual([1, 2, 3]);
  });

  it('given a gzip batch within the limit, then it lies there in plain, for whoever reads no gzip', async () => {
    const value = Buffer.alloc(limit, 'a');
    await sendOneBatch([{ key: 'key', value }], CompressionTypes.GZIP);
    const [found] = await all();
    expect(found?.value?.equals(value)).toBe(true);
  });

  it('given a batch that is small only when compressed, then the broker refuses it: it measures what it holds', async () => {
    const bomb = [{ key: 'key', value: Buffer.alloc(4 * limit, 'a') }];
    await expect(sendOneBatch(bomb, CompressionTypes.GZIP)).rejects.toMatchObject({ type: 'MESSAGE_TOO_LARGE' });
    expect(await all()).toEqual([]);
  });

  it('given a record without a key on a compacted topic, then it is refused by code', async () => {
    const failure = await house.publish(record(compactedTopic, null, 'value')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RecordRefusedError);
    expect(failure).toMatchObject({ code: 'kafka.record_invalid' });
    expect(await all(compactedTopic)).toEqual([]);
  });

  it('given a topic that does not exist, then publishing there is an outage, and the topic is not made', async () => {
    const failure = await house.publish(record('nobody.made.v1', 'key', 'value')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OutageError);
    expect(await house.admin.listTopics()).not.toContain('nobody.made.v1');
  });

  it('given large and small records in one partition, then a consumer with small fetches handles all, in order', async () => {
    const sizes = [1, limitOf(largeTopic), 5, limitOf(largeTopic), 600_000, 2, 600_000];
    const sent = sizes.map((size, index) => record(largeTopic, 'key', Buffer.alloc(size, 65 + index)));
    await house.publish(...sent);
    const seen: IncomingRecord[] = [];
    const flow = await house.start(largeTopic, (one) => void seen.push(one));
    await untilReady(flow);
    await eventually(async () => expect(await flow.lag([largeTopic])).toBe(0), { timeoutMs: 20_000 });
    expect(seen.map(({ value }) => value?.length)).toEqual(sizes);
    expect(seen.every(({ value }, index) => value?.equals(sent[index]?.value ?? Buffer.alloc(0)))).toBe(true);
  });
});

/** The value's share of the limit, beside a key of three bytes. */
const limitOf = (topic: string): number => tableRow(topic).limitBytes - 3;
