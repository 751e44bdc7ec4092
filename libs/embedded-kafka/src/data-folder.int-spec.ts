import { createServer } from 'node:net';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { eventually, tempDir, type TempDir } from '#libs/testkit';
import { startEmbeddedBroker, type EmbeddedBroker } from './index.js';

jest.setTimeout(30_000);

describe('the data folder of a broker', () => {
  let folder: TempDir;

  beforeEach(async () => {
    folder = await tempDir('embedded-kafka-');
  });
  afterEach(() => folder.remove());

  const start = (more = {}) => startEmbeddedBroker({ dataDir: folder.path, port: 0, ...more });
  const logsOf = async (topic: string) =>
    (await readdir(join(folder.path, 'topics', `${topic}~1`, '0'))).filter((name) => name.endsWith('.log'));
  const fileOf = async (topic: string, at = 0) =>
    join(folder.path, 'topics', `${topic}~1`, '0', (await logsOf(topic)).sort()[at] ?? '');

  async function withClient<R>(broker: EmbeddedBroker, use: (kafka: Kafka) => Promise<R>): Promise<R> {
    return use(
      new Kafka({ brokers: [`${broker.host}:${broker.port}`], logLevel: logLevel.NOTHING, retry: { retries: 1 } }),
    );
  }

  async function fill(
    broker: EmbeddedBroker,
    topic: string,
    count: number,
    configs: Record<string, string> = {},
  ): Promise<void> {
    await withClient(broker, async (kafka) => {
      const [admin, producer] = [kafka.admin(), kafka.producer()];
      await Promise.all([admin.connect(), producer.connect()]);
      const configEntries = Object.entries(configs).map(([name, value]) => ({ name, value }));
      await admin.createTopics({ topics: [{ topic, configEntries }] });
      for (let at = 0; at < count; at++)
        await producer.send({ topic, messages: [{ key: 'k', value: 'x'.repeat(400) }] });
      await Promise.all([admin.disconnect(), producer.disconnect()]);
    });
  }

  async function offsets(broker: EmbeddedBroker, topic: string) {
    return withClient(broker, async (kafka) => {
      const admin = kafka.admin();
      await admin.connect();
      const [only] = await admin.fetchTopicOffsets(topic);
      await admin.disconnect();
      return { low: Number(only?.low), high: Number(only?.high) };
    });
  }

  it('given a broker, when another is started on its folder, then it is refused until the first is closed', async () => {
    const first = await start();
    await expect(start()).rejects.toMatchObject({ code: 'data_dir.locked' });
    await first.close();
    const second = await start();
    expect(second.clusterId).toBe(first.clusterId);
    await second.close();
  });

  it('given the lock of a living process, when a broker is started, then it is refused', async () => {
    await writeFile(join(folder.path, 'broker.lock'), JSON.stringify({ pid: process.ppid, started: '' }));
    await expect(start()).rejects.toMatchObject({ code: 'data_dir.locked' });
  });

  it.each([
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, started: '5' })],
    ['a process whose id is another one now', JSON.stringify({ pid: process.ppid, started: '1' })],
    ['nobody', 'not even JSON'],
  ])('given the lock of %s, when a broker is started, then it takes the folder', async (_, content) => {
    await writeFile(join(folder.path, 'broker.lock'), content);
    const broker = await start();
    await broker.close();
    expect(await readdir(folder.path)).not.toContain('broker.lock');
  });

  it('given a taken port, when a broker is started on it, then it says so and gives the folder back', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    await expect(start({ port: (other.address() as AddressInfo).port })).rejects.toMatchObject({ code: 'port.taken' });
    other.close();
    await (await start()).close();
  });

  it('given a host that is not loopback, when a broker is started, then it is refused', async () => {
    await expect(start({ host: '0.0.0.0' })).rejects.toMatchObject({ code: 'host.refused' });
  });

  it('given a torn tail, when the broker is started, then it is cut off and the rest is there', async () => {
    const first = await start();
    await fill(first, 'torn', 3);
    await first.close();
    await appendFile(await fileOf('torn'), (await readFile(await fileOf('torn'))).subarray(0, 300));
    await appendFile(join(folder.path, 'metadata.journal'), '00000000 {"kind":"to');
    const lines: string[] = [];
    const second = await start({ log: (line: string) => lines.push(line) });
    expect(lines).toEqual(['torn-0: cut off a torn tail of 300 bytes']);
    expect(await offsets(second, 'torn')).toEqual({ low: 0, high: 3 });
    await second.close();
  });

  it('given damage before the last segment, when the broker is started, then it refuses and throws nothing away', async () => {
    const first = await start();
    await fill(first, 'rotten', 6, { 'segment.bytes': '1024' });
    await first.close();
    const bytes = await readFile(await fileOf('rotten'));
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    await writeFile(await fileOf('rotten'), bytes);
    await expect(start()).rejects.toMatchObject({ code: 'data_dir.unreadable' });
    expect(await readFile(await fileOf('rotten'))).toEqual(bytes);
  });

  it('given damage inside the journal, when the broker is started, then it refuses', async () => {
    const first = await start();
    await fill(first, 'any', 1);
    await first.close();
    const path = join(folder.path, 'metadata.journal');
    await writeFile(path, (await readFile(path, 'utf8')).replace('producer-ids', 'producer-idz'));
    await expect(start()).rejects.toMatchObject({ code: 'data_dir.unreadable' });
  });

  it('given retention.bytes, when segments are too many, then the oldest go and the start survives a restart', async () => {
    const first = await start({ retentionCheckMs: 20 });
    await fill(first, 'short', 20, { 'segment.bytes': '1024', 'retention.bytes': '3000' });
    // Three records fill a segment of 1.4 kB: so the last 3 kB begin with the fifth.
    const kept = { low: 12, high: 20 };
    await eventually(async () => expect(await offsets(first, 'short')).toEqual(kept));
    await first.close();
    const second = await start();
    expect(await offsets(second, 'short')).toEqual(kept);
    await second.close();
  });

  it('given retention.ms and a compacted topic, when records are old, then only the first loses them', async () => {
    const broker = await start({ retentionCheckMs: 20 });
    await fill(broker, 'kept', 3, { 'retention.ms': '1', 'cleanup.policy': 'compact' });
    await fill(broker, 'old', 3, { 'retention.ms': '1' });
    await eventually(async () => expect(await offsets(broker, 'old')).toEqual({ low: 3, high: 3 }));
    expect(await offsets(broker, 'kept')).toEqual({ low: 0, high: 3 });
    await broker.close();
  });
});
