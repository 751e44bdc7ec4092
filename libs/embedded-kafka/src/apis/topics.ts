import { ErrorCode } from '../protocol/error-code.js';
import {
  type CreatableTopic,
  createPartitionsRequest,
  createPartitionsResponse,
  createTopicsRequest,
  createTopicsResponse,
  deleteTopicsRequest,
  deleteTopicsResponse,
} from '../protocol/topic-messages.js';
import { type TopicChange } from '../topics/topic-catalogue.js';
import { defineApi } from './api.js';
import { type BrokerNode } from './broker-node.js';

const byDefault = -1;

/** CreateTopics (19). The one replication factor is 1; -1 leaves it to the broker. */
export const createTopics = (node: BrokerNode) =>
  defineApi({
    key: 19,
    minVersion: 0,
    maxVersion: 4,
    request: createTopicsRequest,
    response: createTopicsResponse,
    async handle({ topics, validateOnly }) {
      const created = topics.map(async (topic) => ({ name: topic.name, ...(await create(node, topic, validateOnly)) }));
      return { topics: await Promise.all(created) };
    },
  });

async function create(node: BrokerNode, topic: CreatableTopic, validateOnly: boolean): Promise<TopicChange> {
  const replicas = topic.assignments.length > 0 ? 1 : topic.replicationFactor;
  if (replicas !== 1 && replicas !== byDefault) {
    return { error: ErrorCode.invalidReplicationFactor, message: 'there is one broker, so one replica' };
  }
  const wanted = topic.assignments.length > 0 ? topic.assignments.length : topic.partitions;
  const configs = Object.fromEntries(
    topic.configs.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
  );
  return node.topics.create(topic.name, wanted === byDefault ? 1 : wanted, configs, validateOnly);
}

/** DeleteTopics (20). */
export const deleteTopics = (node: BrokerNode) =>
  defineApi({
    key: 20,
    minVersion: 0,
    maxVersion: 3,
    request: deleteTopicsRequest,
    response: deleteTopicsResponse,
    async handle({ names }) {
      const topics = names.map(async (name) => ({ name, error: await node.topics.delete(name) }));
      return { topics: await Promise.all(topics) };
    },
  });

/** CreatePartitions (37). */
export const createPartitions = (node: BrokerNode) =>
  defineApi({
    key: 37,
    minVersion: 0,
    maxVersion: 1,
    request: createPartitionsRequest,
    response: createPartitionsResponse,
    async handle({ topics, validateOnly }) {
      const grown = topics.map(async ({ name, count }) => ({
        name,
        ...(await node.topics.grow(name, count, validateOnly)),
      }));
      return { topics: await Promise.all(grown) };
    },
  });
