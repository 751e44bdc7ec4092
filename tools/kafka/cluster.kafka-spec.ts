import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';

import { topics } from '#libs/contracts';
import { kafkaPublisher, kafkaReadAll, kafkaTopicAdmin, OutageError, type EventPublisher } from '#libs/event-flow';
import { eventually } from '#libs/testkit';

import { fullyReplicates } from './replicas.js';
import { startLocalCluster, type LocalCluster } from './start-local-cluster.js';

jest.setTimeout(240_000);

const topic = topics[0];
const portOf = (cluster: LocalCluster, node: number): number => Number(cluster.brokers[node - 1]?.split(':')[1]);

/** Publishes ten records at a time, a failed ten again as they were, and keeps what was acknowledged. */
class Writer {
  readonly acknowledged: string[] = [];
  outages = 0;
  private readonly done: Promise<void>;
  private stopping = false;

  constructor(private readonly publisher: EventPublisher) {
    this.done = this.write();
  }

  stop(): Promise<void> {
    this.stopping = true;
    return this.done;
  }

  /** Resolves when so many more were acknowledged. */
  async more(count: number): Promise<void> {
    const goal = this.acknowledged.length + count;
    while (this.acknowledged.length < goal) await pause(20);
  }

  private async write(): Promise<void> {
    while (!this.stopping) {
      const ids = Array.from({ length: 10 }, () => randomUUID());
      while (!(await this.published(ids)));
      this.acknowledged.push(...ids);
    }
  }

  private async published(ids: readonly string[]): Promise<boolean> {
    try {
      const records = ids.map((id) => ({
        topic: topic.name,
        key: Buffer.from(id),
        headers: [],
        value: Buffer.from(id),
      }));
      await this.publisher.publish(records);
      return true;
    } catch (error) {
      if (!(error instanceof OutageError)) throw error;
      this.outages += 1;
      return false;
    }
  }
}

describe('a cluster of three Apache Kafka nodes', () => {
  let cluster: LocalCluster;
  beforeAll(async () => {
    cluster = await startLocalCluster();
  });
  afterAll(() => cluster?.stop());

  it('given a topic made by the product, then it has three replicas and needs two of them', async () => {
    const ours = await kafkaTopicAdmin({ brokers: cluster.brokers, clientId: 'cluster-spec', createTopics: false });
    await ours.ensureTopics([topic]);
    await ours.close();
    const admin = new Kafka({ brokers: cluster.brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const metadata = await admin.fetchTopicMetadata({ topics: [topic.name] });
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name: topic.name, configNames: ['min.insync.replicas'] }],
    });
    await admin.disconnect();
    const replicas = metadata.topics[0]?.partitions.map((partition) => partition.replicas.length);
    expect(replicas).toEqual(Array.from({ length: topic.partitions }, () => 3));
    expect(resources[0]?.configEntries[0]?.configValue).toBe('2');
  });

  it('given acknowledged records, when each node in turn is killed and comes back, then none is lost', async () => {
    const settings = { brokers: cluster.brokers, clientId: 'cluster-spec', createTopics: false };
    const publisher = kafkaPublisher(settings);
    const writer = new Writer(publisher);
    await writer.more(100);
    for (const node of [1, 2, 3]) {
      await cluster.kill(node);
      expect(await fullyReplicates(portOf(cluster, node), node)).toBe(false);
      await writer.more(100); // two nodes are enough to acknowledge
      await cluster.start(node);
      expect(await fullyReplicates(portOf(cluster, node), node)).toBe(true);
    }
    await writer.stop();
    await publisher.close();
    // The group of the reader may be on its way from one node to another.
    const records = await eventually(() => kafkaReadAll(settings, [topic.name]), { timeoutMs: 60_000 });
    const found = new Set(records.map(({ value }) => value?.toString()));
    const lost = writer.acknowledged.filter((id) => !found.has(id));
    console.log(`${writer.acknowledged.length} acknowledged, ${lost.length} lost, ${writer.outages} sends repeated`);
    expect(lost).toEqual([]);
  });
});
