import { CompressionTypes, Kafka, logLevel, type Admin, type Message } from 'kafkajs';
import { eventually, tempDir, type TempDir } from '#libs/testkit';
import { startEmbeddedBroker, type EmbeddedBroker } from './index.js';

jest.setTimeout(30_000);

describe('records through kafkajs', () => {
  let folder: TempDir;
  let broker: EmbeddedBroker;
  let kafka: Kafka;
  let admin: Admin;

  beforeAll(async () => {
    folder = await tempDir('embedded-kafka-');
    broker = await startEmbeddedBroker({ dataDir: folder.path, port: 0 });
    kafka = new Kafka({
      brokers: [`${broker.host}:${broker.port}`],
      logLevel: logLevel.NOTHING,
      retry: { retries: 2 },
    });
    admin = kafka.admin();
    await admin.connect();
  });

  afterAll(async () => {
    await admin.disconnect();
    await broker.close();
    await folder.remove();
  });

  async function topic(name: string, configs: Record<string, string> = {}, numPartitions = 1): Promise<string> {
    const configEntries = Object.entries(configs).map(([key, value]) => ({ name: key, value }));
    await admin.createTopics({ topics: [{ topic: name, numPartitions, configEntries }] });
    return name;
  }

  async function send(
    to: string,
    messages: Message[],
    options: { compression?: CompressionTypes; acks?: number } = {},
  ) {
    const producer = kafka.producer();
    await producer.connect();
    try {
      return await producer.send({ topic: to, messages, ...options });
    } finally {
      await producer.disconnect();
    }
  }

  async function readAll(from: string, count: number): Promise<string[]> {
    const consumer = kafka.consumer({ groupId: `reader-of-${from}`, maxWaitTimeInMs: 100 });
    const values: string[] = [];
    await consumer.connect();
    await consumer.subscribe({ topic: from, fromBeginning: true });
    await consumer.run({ eachMessage: async ({ message }) => void values.push(String(message.value)) });
    await eventually(() => expect(values).toHaveLength(count));
    await consumer.disconnect();
    return values;
  }

  it.each([
    ['plain, acks -1', CompressionTypes.None, -1],
    ['plain, acks 1', CompressionTypes.None, 1],
    ['plain, acks 0', CompressionTypes.None, 0],
    ['gzip, acks -1', CompressionTypes.GZIP, -1],
  ])('given %s, when 50 records are sent, then they come back in order', async (label, compression, acks) => {
    const name = await topic(`there-and-back-${label.replaceAll(/[^a-z0-9]/g, '')}-${acks + 1}`);
    const values = Array.from({ length: 50 }, (_, at) => `value ${at}`);
    await send(
      name,
      values.map((value) => ({ key: 'one', value, headers: { h: 'x' } })),
      { compression, acks },
    );
    expect(await readAll(name, 50)).toEqual(values);
  });

  it('given an idempotent producer, when 300 sends run at once, then each record is there once', async () => {
    const name = await topic('idempotent');
    const producer = kafka.producer({ idempotent: true });
    await producer.connect();
    const sends = Array.from({ length: 300 }, (_, at) =>
      producer.send({ topic: name, messages: [{ value: String(at) }] }),
    );
    await Promise.all(sends);
    await producer.disconnect();
    const values = await readAll(name, 300);
    expect(new Set(values).size).toBe(300);
    expect(await admin.fetchTopicOffsets(name)).toEqual([expect.objectContaining({ low: '0', high: '300' })]);
  });

  it('given max.message.bytes, when a batch is larger, then it is refused and a smaller one taken', async () => {
    const name = await topic('limited', { 'max.message.bytes': '1000' });
    await expect(send(name, [{ value: 'x'.repeat(1000) }])).rejects.toMatchObject({ type: 'MESSAGE_TOO_LARGE' });
    await expect(send(name, [{ value: 'x'.repeat(800) }])).resolves.toMatchObject([{ errorCode: 0, baseOffset: '0' }]);
  });

  it('given a batch larger than a consumer asks for, when it fetches, then it still gets past it', async () => {
    const name = await topic('large', { 'max.message.bytes': '3000000' });
    await send(name, [{ value: 'x'.repeat(2_000_000) }]);
    await send(name, [{ value: 'small' }]);
    const consumer = kafka.consumer({ groupId: 'small-fetches', maxBytesPerPartition: 1000, maxWaitTimeInMs: 100 });
    const sizes: number[] = [];
    await consumer.connect();
    await consumer.subscribe({ topic: name, fromBeginning: true });
    await consumer.run({ eachMessage: async ({ message }) => void sizes.push(message.value?.length ?? 0) });
    await eventually(() => expect(sizes).toEqual([2_000_000, 5]));
    await consumer.disconnect();
  });

  it('given an unknown topic, when it is written to, then error 3 comes back and no topic into being', async () => {
    await expect(send('never-made', [{ value: 'x' }])).rejects.toThrow('does not host this topic-partition');
    expect(await admin.listTopics()).not.toContain('never-made');
  });

  it('given records, when those before an offset are deleted, then the log starts there', async () => {
    const name = await topic('shortened');
    await send(name, [{ value: 'a' }, { value: 'b' }, { value: 'c' }]);
    // kafkajs deletes only in topics whose leaders it has looked up before.
    await admin.fetchTopicOffsets(name);
    await admin.deleteTopicRecords({ topic: name, partitions: [{ partition: 0, offset: '2' }] });
    expect(await admin.fetchTopicOffsets(name)).toEqual([expect.objectContaining({ low: '2', high: '3' })]);
    expect((await readAll(name, 1)).at(-1)).toBe('c');
  });

  it('given records of two times, when the offset of a time is asked for, then it is the first at or after it', async () => {
    const name = await topic('timed');
    await send(name, [{ value: 'old', timestamp: '1000' }]);
    await send(name, [{ value: 'new', timestamp: '2000' }]);
    expect(await admin.fetchTopicOffsetsByTimestamp(name, 1500)).toEqual([{ partition: 0, offset: '1' }]);
    expect(await admin.fetchTopicOffsetsByTimestamp(name, 500)).toEqual([{ partition: 0, offset: '0' }]);
  });

  it('given a transactional producer, when it begins, then it is told that this is unsupported', async () => {
    const producer = kafka.producer({ transactionalId: 'tx', idempotent: true, maxInFlightRequests: 1 });
    await expect(producer.connect().then(() => producer.transaction())).rejects.toMatchObject({
      type: 'UNSUPPORTED_VERSION',
    });
    await producer.disconnect();
  });
});
