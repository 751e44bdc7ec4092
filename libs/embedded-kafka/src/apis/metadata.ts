import { ErrorCode } from '../protocol/error-code.js';
import { metadataRequest, metadataResponse, type TopicMetadata } from '../protocol/topic-messages.js';
import { type Topic } from '../topics/topic.js';
import { isTopicName } from '../topics/topic-name.js';
import { defineApi } from './api.js';
import { type BrokerNode } from './broker-node.js';

const autoCreatedPartitions = 1;

/** Metadata (3). */
export const metadata = (node: BrokerNode) =>
  defineApi({
    key: 3,
    minVersion: 0,
    maxVersion: 6,
    request: metadataRequest,
    response: metadataResponse,
    async handle(request, { version, client }) {
      // Version 0 has no null: there an empty list asks for all topics.
      const asksForAll = request.topics === null || (version === 0 && request.topics.length === 0);
      const names = asksForAll ? node.topics.all().map((topic) => topic.entry.name) : (request.topics ?? []);
      if (node.autoCreateTopics && request.allowAutoTopicCreation && !asksForAll) await createMissing(node, names);
      return {
        brokers: [{ nodeId: node.nodeId, ...node.addressFor(client), rack: null }],
        clusterId: node.clusterId,
        controllerId: node.nodeId,
        topics: names.map((name) => describe(name, node.topics.find(name), node.nodeId)),
      };
    },
  });

async function createMissing(node: BrokerNode, names: string[]): Promise<void> {
  const missing = names.filter((name) => isTopicName(name) && !node.topics.find(name));
  for (const name of missing) await node.topics.create(name, autoCreatedPartitions, {});
}

function describe(name: string, topic: Topic | undefined, nodeId: number): TopicMetadata {
  const absent = isTopicName(name) ? ErrorCode.unknownTopicOrPartition : ErrorCode.invalidTopic;
  const partitions = (topic?.partitions ?? []).map((_, index) => ({
    error: ErrorCode.none,
    index,
    leaderId: nodeId,
    replicas: [nodeId],
    inSyncReplicas: [nodeId],
    offlineReplicas: [],
  }));
  return { error: topic ? ErrorCode.none : absent, name, internal: false, partitions };
}
