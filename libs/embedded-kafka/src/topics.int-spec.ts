import { once } from 'node:events';
import { connect } from 'node:net';
import { ConfigResourceTypes, Kafka, logLevel, type Admin } from 'kafkajs';
import { tempDir, type TempDir } from '#libs/testkit';
import { startEmbeddedBroker, type EmbeddedBroker } from './index.js';
import { alterConfigsResponse, incrementalAlterConfigsRequest } from './protocol/topic-messages.js';
import { WireReader } from './protocol/wire-reader.js';
import { WireWriter } from './protocol/wire-writer.js';

jest.setTimeout(30_000);

describe('topics through kafkajs', () => {
  let folder: TempDir;
  let broker: EmbeddedBroker;
  let admin: Admin;

  const start = async () => {
    broker = await startEmbeddedBroker({ dataDir: folder.path, port: 0 });
    const brokers = [`${broker.host}:${broker.port}`];
    admin = new Kafka({ brokers, logLevel: logLevel.NOTHING, retry: { retries: 1 } }).admin();
    await admin.connect();
  };
  const stop = async () => {
    await admin.disconnect();
    await broker.close();
  };
  const configOf = async (topic: string, name: string) => {
    const resources = [{ type: ConfigResourceTypes.TOPIC, name: topic, configNames: [name] }];
    const described = await admin.describeConfigs({ resources, includeSynonyms: false });
    return described.resources[0]?.configEntries[0]?.configValue;
  };

  beforeAll(async () => {
    folder = await tempDir('embedded-kafka-');
    await start();
  });

  afterAll(async () => {
    await stop();
    await folder.remove();
  });

  it('given a topic, when it is grown, described and deleted, then metadata follows', async () => {
    await admin.createTopics({ topics: [{ topic: 'life', numPartitions: 2 }] });
    await admin.createPartitions({ topicPartitions: [{ topic: 'life', count: 5 }] });
    const { topics } = await admin.fetchTopicMetadata({ topics: ['life'] });
    expect(topics[0]?.partitions).toHaveLength(5);
    await admin.deleteTopics({ topics: ['life'] });
    expect(await admin.listTopics()).not.toContain('life');
  });

  it.each([
    ['an illegal name', { topic: 'a/b' }, 'INVALID_TOPIC_EXCEPTION'],
    ['two replicas', { topic: 'two', replicationFactor: 2 }, 'INVALID_REPLICATION_FACTOR'],
    ['an unknown config', { topic: 'odd', configEntries: [{ name: 'no.such', value: '1' }] }, 'INVALID_CONFIG'],
    [
      'LogAppendTime',
      { topic: 'odd', configEntries: [{ name: 'message.timestamp.type', value: 'LogAppendTime' }] },
      'INVALID_CONFIG',
    ],
  ])('given %s, when a topic is created, then it is refused', async (_, topic, type) => {
    const refused = await admin.createTopics({ topics: [topic] }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ errors: [{ type }] });
  });

  it('given an existing topic, when it is created again, then nothing changes', async () => {
    expect(await admin.createTopics({ topics: [{ topic: 'twice', numPartitions: 3 }] })).toBe(true);
    expect(await admin.createTopics({ topics: [{ topic: 'twice', numPartitions: 9 }] })).toBe(false);
  });

  it('given a change of configs, when the broker is started again, then it is still in force', async () => {
    const configEntries = [{ name: 'cleanup.policy', value: 'compact' }];
    await admin.createTopics({ topics: [{ topic: 'configured', configEntries }] });
    const changed = [{ name: 'max.message.bytes', value: '2222' }];
    const resource = { type: ConfigResourceTypes.TOPIC, name: 'configured', configEntries: changed };
    await admin.alterConfigs({ validateOnly: false, resources: [resource] });
    await stop();
    await start();
    expect(await configOf('configured', 'max.message.bytes')).toBe('2222');
    expect(await configOf('configured', 'cleanup.policy')).toBe('delete');
  });

  /** kafkajs does not know IncrementalAlterConfigs (44). */
  async function incrementally(topic: string, changes: { name: string; operation: number; value: string | null }[]) {
    const writer = new WireWriter();
    for (const value of [44, 0]) writer.int16(value);
    writer.int32(1);
    writer.int16(-1);
    const resources = [{ type: 2, name: topic, configs: changes }];
    incrementalAlterConfigsRequest.write(writer, { resources, validateOnly: false }, 0);
    const frame = Buffer.concat(writer.finish());
    const socket = connect(broker.port, broker.host);
    const length = Buffer.alloc(4);
    length.writeInt32BE(frame.length);
    socket.write(Buffer.concat([length, frame]));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return alterConfigsResponse.read(new WireReader(answer.subarray(8)), 0).results;
  }

  it('given IncrementalAlterConfigs, when it sets and deletes, then the other configs stay', async () => {
    const configEntries = [
      { name: 'retention.ms', value: '1000' },
      { name: 'segment.bytes', value: '4096' },
    ];
    await admin.createTopics({ topics: [{ topic: 'stepwise', configEntries }] });
    const changes = [
      { name: 'max.message.bytes', operation: 0, value: '777' },
      { name: 'retention.ms', operation: 1, value: null },
    ];
    expect(await incrementally('stepwise', changes)).toMatchObject([{ error: 0 }]);
    expect(await configOf('stepwise', 'max.message.bytes')).toBe('777');
    expect(await configOf('stepwise', 'retention.ms')).toBe('604800000');
    expect(await configOf('stepwise', 'segment.bytes')).toBe('4096');
    expect(await incrementally('stepwise', [{ name: 'cleanup.policy', operation: 2, value: 'compact' }])).toMatchObject(
      [{ error: 40 }],
    );
  });

  it('given a deleted topic, when one of its name is created, then it is empty', async () => {
    await admin.createTopics({ topics: [{ topic: 'again' }] });
    await admin.deleteTopics({ topics: ['again'] });
    await admin.createTopics({ topics: [{ topic: 'again' }] });
    expect(await admin.fetchTopicOffsets('again')).toEqual([expect.objectContaining({ low: '0', high: '0' })]);
  });
});
