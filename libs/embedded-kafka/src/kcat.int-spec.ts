import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { Kafka, logLevel } from 'kafkajs';
import { tempDir, type TempDir } from '#libs/testkit';
import { startEmbeddedBroker, type EmbeddedBroker } from './index.js';

jest.setTimeout(30_000);

const installed = spawnSync('kcat', ['-V']).status === 0;
const run = promisify(execFile);

if (!installed) console.log('kcat is not installed: its tests are SKIPPED');

(installed ? describe : describe.skip)(`kcat ${installed ? '' : '(SKIPPED: kcat is not installed)'}`, () => {
  let folder: TempDir;
  let broker: EmbeddedBroker;

  beforeAll(async () => {
    folder = await tempDir('embedded-kafka-');
    broker = await startEmbeddedBroker({ dataDir: folder.path, port: 0 });
    const admin = new Kafka({ brokers: [`127.0.0.1:${broker.port}`], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: 'from-kcat', numPartitions: 1 }] });
    await admin.disconnect();
  });

  afterAll(async () => {
    await broker.close();
    await folder.remove();
  });

  const kcat = async (...more: string[]) =>
    (await run('kcat', ['-b', `127.0.0.1:${broker.port}`, ...more], { timeout: 15_000 })).stdout;
  const produce = (value: string, ...more: string[]) =>
    run('sh', [
      '-c',
      'printf "%s\\n" "$0" | kcat "$@"',
      value,
      '-b',
      `127.0.0.1:${broker.port}`,
      '-P',
      '-t',
      'from-kcat',
      ...more,
    ]);

  it.each(['none', 'gzip', 'snappy', 'lz4', 'zstd'])(
    'given records of codec %s, when they are read back, then they are the same',
    async (codec) => {
      await produce(`by ${codec}`, '-z', codec, '-X', 'enable.idempotence=true');
      expect(await kcat('-C', '-t', 'from-kcat', '-o', '-1', '-e', '-q')).toBe(`by ${codec}\n`);
    },
  );

  it('given a group, when it reads, then it ends at the last record', async () => {
    await produce('for the group');
    const read = await kcat('-G', 'kcat-group', '-e', '-q', '-X', 'auto.offset.reset=earliest', 'from-kcat');
    expect(read).toContain('for the group\n');
  });
});
