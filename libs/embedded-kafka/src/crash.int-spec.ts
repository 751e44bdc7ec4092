import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { randomBytes } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { eventually, tempDir, type TempDir } from '#libs/testkit';

const topic = 'crashed';
const keys = ['a', 'b', 'c', 'd', 'e'];
const kills = 4;

describe('a broker that is killed while records flow', () => {
  let folder: TempDir;
  let broker: ChildProcess;
  let port = 0;

  beforeAll(async () => {
    folder = await tempDir('embedded-kafka-crash-');
    compile(folder.path);
  }, 60_000);

  afterAll(async () => {
    broker.kill('SIGKILL');
    await folder.remove();
  });

  const dataDir = () => join(folder.path, 'data');

  async function start(): Promise<void> {
    const main = join(folder.path, 'dist/libs/embedded-kafka/src/main.js');
    broker = spawn(process.execPath, [main, '--data-dir', dataDir(), '--port', String(port)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (!broker.stdout) throw new Error('the broker has no output');
    const [line] = (await once(createInterface(broker.stdout), 'line')) as [string];
    port = Number(/^embedded-kafka listening on 127\.0\.0\.1:(\d+)$/.exec(line)?.[1]);
  }

  async function killAndTear(): Promise<void> {
    const gone = once(broker, 'exit');
    broker.kill('SIGKILL');
    await gone;
    const topicFolder = join(dataDir(), 'topics', `${topic}~1`);
    for (const partition of readdirSync(topicFolder)) {
      const last = readdirSync(join(topicFolder, partition)).sort().at(-1) ?? '';
      appendFileSync(join(topicFolder, partition, last), randomBytes(1 + Math.floor(Math.random() * 300)));
    }
    appendFileSync(join(dataDir(), 'metadata.journal'), 'deadbeef {"kind":');
  }

  const client = () =>
    new Kafka({
      brokers: [`127.0.0.1:${port}`],
      logLevel: logLevel.NOTHING,
      retry: { initialRetryTime: 50, maxRetryTime: 300, retries: 100 },
    });

  it(`given ${kills} kills with torn tails, when all is over, then no acknowledged record is lost, none doubled, each key in order`, async () => {
    await start();
    await createTopic(client());
    const flow = keepSending(client());
    for (let kill = 0; kill < kills; kill++) {
      const seen = flow.acknowledged.length;
      await eventually(() => expect(flow.acknowledged.length).toBeGreaterThan(seen + 300));
      await killAndTear();
      await start();
    }
    await eventually(() => expect(flow.acknowledged.length).toBeGreaterThan(300 * kills));
    await flow.stop();
    const found = await readAll(client());
    console.log(`crash test: ${kills} kills, ${flow.acknowledged.length} acknowledged, ${found.length} found`);
    const there = new Set(found);
    expect(flow.acknowledged.filter((value) => !there.has(value))).toEqual([]);
    expect(found).toHaveLength(there.size);
    for (const key of keys) {
      const numbers = found.filter((value) => value.startsWith(key)).map((value) => Number(value.slice(1)));
      expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    }
  }, 60_000);

  it('given a running broker process, when it gets SIGTERM, then it gives the folder back and ends well', async () => {
    const gone = once(broker, 'exit');
    broker.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    expect(readdirSync(dataDir())).not.toContain('broker.lock');
  });
});

/** The broker alone, so that the test needs no build of the house. */
function compile(folder: string): void {
  const root = process.cwd();
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      rootDir: root,
      outDir: join(folder, 'dist'),
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [join(root, 'libs/embedded-kafka/src')],
    exclude: [join(root, '**/*spec.ts')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' });
}

async function createTopic(kafka: Kafka): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  const configEntries = [{ name: 'segment.bytes', value: '16384' }];
  await admin.createTopics({ topics: [{ topic, numPartitions: 3, configEntries }] });
  await admin.disconnect();
}

/**
 * A producer for each key, one send in flight each. kafkajs 2.2.4 gives the sequence number of a failed send to whatever it
 * sends next, so a producer with several sends in flight loses records at any broker that knows idempotence.
 */
function keepSending(kafka: Kafka) {
  const acknowledged: string[] = [];
  let going = true;
  const lane = async (key: string) => {
    const producer = kafka.producer({ idempotent: true });
    await producer.connect();
    for (let number = 0; going; number++) {
      await producer.send({ topic, acks: -1, messages: [{ key, value: `${key}${number}` }] });
      acknowledged.push(`${key}${number}`);
    }
    await producer.disconnect();
  };
  const lanes = Promise.all(keys.map(lane));
  const stop = async () => {
    going = false;
    await lanes;
  };
  return { acknowledged, stop };
}

/** Everything in the log, to its very end: a doubled record would be among it. */
async function readAll(kafka: Kafka): Promise<string[]> {
  const [admin, consumer] = [kafka.admin(), kafka.consumer({ groupId: 'after-the-crash', maxWaitTimeInMs: 100 })];
  await Promise.all([admin.connect(), consumer.connect()]);
  const ends = await admin.fetchTopicOffsets(topic);
  const total = ends.reduce((sum, each) => sum + Number(each.high), 0);
  const found: string[] = [];
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({ autoCommit: false, eachMessage: async ({ message }) => void found.push(String(message.value)) });
  try {
    await eventually(() => expect(found).toHaveLength(total));
    return found;
  } finally {
    await Promise.all([admin.disconnect(), consumer.disconnect()]);
  }
}
