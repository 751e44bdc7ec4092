import { type Admin, type Consumer, Kafka, logLevel, type Producer } from 'kafkajs';
import { eventually, tempDir, type TempDir } from '#libs/testkit';
import { startEmbeddedBroker, type EmbeddedBroker } from './index.js';

jest.setTimeout(30_000);

describe('consumer groups through kafkajs', () => {
  let folder: TempDir;
  let broker: EmbeddedBroker;
  let kafka: Kafka;
  let admin: Admin;
  let producer: Producer;
  const logged: string[] = [];

  const start = async (port = 0) => {
    broker = await startEmbeddedBroker({ dataDir: folder.path, port, log: (line) => logged.push(line) });
    const brokers = [`${broker.host}:${broker.port}`];
    kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING, retry: { initialRetryTime: 50, retries: 8 } });
  };

  beforeAll(async () => {
    folder = await tempDir('embedded-kafka-');
    await start();
    admin = kafka.admin();
    producer = kafka.producer();
    await Promise.all([admin.connect(), producer.connect()]);
  });

  afterAll(async () => {
    await Promise.all([admin.disconnect(), producer.disconnect()]);
    await broker.close();
    await folder.remove();
  });

  async function member(groupId: string, topic: string, seen: string[], sessionTimeout = 6000): Promise<Consumer> {
    const consumer = kafka.consumer({ groupId, sessionTimeout, heartbeatInterval: 200, maxWaitTimeInMs: 100 });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({ eachMessage: async ({ message }) => void seen.push(String(message.value)) });
    return consumer;
  }

  const values = (from: number, count: number) => Array.from({ length: count }, (_, at) => String(from + at));
  const send = (topic: string, what: string[]) =>
    producer.send({ topic, messages: what.map((value) => ({ key: value, value })) });
  const membersOf = async (groupId: string) => (await admin.describeGroups([groupId])).groups[0]?.members.length;

  it('given two members, when one comes and one goes, then the partitions move and nothing is left out', async () => {
    await admin.createTopics({ topics: [{ topic: 'shared', numPartitions: 4 }] });
    const [byFirst, bySecond]: [string[], string[]] = [[], []];
    const first = await member('pair', 'shared', byFirst);
    await send('shared', values(0, 40));
    await eventually(() => expect(byFirst).toHaveLength(40));
    const second = await member('pair', 'shared', bySecond);
    await eventually(async () =>
      expect((await admin.describeGroups(['pair'])).groups[0]).toMatchObject({ state: 'Stable', members: [{}, {}] }),
    );
    await send('shared', values(40, 200));
    await eventually(() => expect(new Set([...byFirst, ...bySecond]).size).toBe(240));
    expect(bySecond.length).toBeGreaterThan(0);
    await first.disconnect();
    await send('shared', values(240, 20));
    await eventually(() => expect(new Set([...byFirst, ...bySecond]).size).toBe(260));
    expect(await membersOf('pair')).toBe(1);
    await second.disconnect();
  });

  it('given a member that is stuck in a record, when its session ends, then it is out of the group, and the broker counts it', async () => {
    await admin.createTopics({ topics: [{ topic: 'watched' }] });
    let release: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => (release = resolve));
    const consumer = kafka.consumer({
      groupId: 'stuck',
      sessionTimeout: 1000,
      heartbeatInterval: 300,
      maxWaitTimeInMs: 100,
    });
    await consumer.connect();
    await consumer.subscribe({ topic: 'watched', fromBeginning: true });
    await consumer.run({ eachMessage: () => stuck });
    await eventually(async () => expect(await membersOf('stuck')).toBe(1));
    await send('watched', ['x']);
    await eventually(async () => expect(await membersOf('stuck')).toBe(0));
    const expired = logged.filter((line) => line.startsWith('session expired:'));
    expect(expired).toEqual([expect.stringContaining('"group":"stuck"')]);
    release();
    await consumer.disconnect();
  });

  it('given committed offsets, when the broker is started again, then a consumer goes on from them', async () => {
    await admin.createTopics({ topics: [{ topic: 'kept' }] });
    await send('kept', values(0, 10));
    const before: string[] = [];
    const first = await member('lasting', 'kept', before);
    await eventually(() => expect(before).toHaveLength(10));
    await first.disconnect();
    const { port } = broker;
    await broker.close();
    expect(logged.at(-1)).toMatch(/^sessions expired: \d+$/);
    await start(port);
    await send('kept', ['after']);
    const after: string[] = [];
    const second = await member('lasting', 'kept', after);
    await eventually(() => expect(after).toEqual(['after']));
    await second.disconnect();
  });

  it('given a consumer that runs, when the broker is started again, then it joins anew by itself', async () => {
    await admin.createTopics({ topics: [{ topic: 'through' }] });
    const seen: string[] = [];
    const consumer = await member('patient', 'through', seen);
    await eventually(async () => expect(await membersOf('patient')).toBe(1));
    const { port } = broker;
    await broker.close();
    await start(port);
    await eventually(async () => expect(await membersOf('patient')).toBe(1));
    await send('through', ['x']);
    await eventually(() => expect(seen).toContain('x'));
    await consumer.disconnect();
  });

  it('given a group, when it is listed, set to an offset and deleted, then each shows', async () => {
    await admin.createTopics({ topics: [{ topic: 'managed' }] });
    await send('managed', values(0, 5));
    await admin.setOffsets({ groupId: 'managed-group', topic: 'managed', partitions: [{ partition: 0, offset: '3' }] });
    expect(await admin.fetchOffsets({ groupId: 'managed-group', topics: ['managed'] })).toEqual([
      { topic: 'managed', partitions: [{ partition: 0, offset: '3', metadata: null }] },
    ]);
    expect((await admin.listGroups()).groups).toContainEqual({ groupId: 'managed-group', protocolType: 'consumer' });
    await admin.deleteGroups(['managed-group']);
    expect((await admin.listGroups()).groups.map((group) => group.groupId)).not.toContain('managed-group');
    expect((await admin.describeGroups(['managed-group'])).groups[0]).toMatchObject({ state: 'Dead' });
  });

  it('given a group with a member, when it is deleted, then that is refused', async () => {
    await admin.createTopics({ topics: [{ topic: 'busy' }] });
    const consumer = await member('busy-group', 'busy', []);
    const refused = await admin.deleteGroups(['busy-group']).catch((error: unknown) => error);
    expect(refused).toMatchObject({ groups: [{ groupId: 'busy-group', errorCode: 68 }] });
    await consumer.disconnect();
  });
});
