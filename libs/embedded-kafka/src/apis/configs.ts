import { ErrorCode } from '../protocol/error-code.js';
import {
  alterConfigsRequest,
  alterConfigsResponse,
  type DescribedConfig,
  describeConfigsRequest,
  describeConfigsResponse,
  incrementalAlterConfigsRequest,
} from '../protocol/topic-messages.js';
import { effectiveConfigs } from '../topics/topic-config.js';
import { type TopicChange } from '../topics/topic-catalogue.js';
import { defineApi } from './api.js';
import { type BrokerNode } from './broker-node.js';
import { largestRequest } from '../server/connection.js';

const resourceType = { topic: 2, broker: 4 };
const source = { topic: 1, staticBroker: 4, byDefault: 5 };
const operation = { set: 0, delete: 1 };
const topicsOnly: TopicChange = { error: ErrorCode.invalidRequest, message: 'only topics can be configured' };

/** DescribeConfigs (32). */
export const describeConfigs = (node: BrokerNode) =>
  defineApi({
    key: 32,
    minVersion: 0,
    maxVersion: 2,
    request: describeConfigsRequest,
    response: describeConfigsResponse,
    handle: ({ resources }) => ({
      results: resources.map(({ type, name, configNames }) => {
        const configs = configsOf(node, type, name);
        const wanted = configs?.filter((each) => configNames?.includes(each.name) ?? true) ?? [];
        const error = configs ? ErrorCode.none : ErrorCode.unknownTopicOrPartition;
        return { error, message: configs ? null : 'no such resource', type, name, configs: wanted };
      }),
    }),
  });

function configsOf(node: BrokerNode, type: number, name: string): DescribedConfig[] | undefined {
  if (type === resourceType.broker && name === String(node.nodeId)) return brokerConfigs(node);
  const topic = type === resourceType.topic ? node.topics.find(name) : undefined;
  return (
    topic &&
    effectiveConfigs(topic.entry.configs).map((each) =>
      described(each.name, each.value, each.isDefault, each.isDefault ? source.byDefault : source.topic, false),
    )
  );
}

function brokerConfigs(node: BrokerNode): DescribedConfig[] {
  return [
    described('auto.create.topics.enable', String(node.autoCreateTopics), false, source.staticBroker, true),
    described('default.replication.factor', '1', true, source.byDefault, true),
    described('socket.request.max.bytes', String(largestRequest), true, source.byDefault, true),
  ];
}

function described(name: string, value: string, isDefault: boolean, from: number, readOnly: boolean): DescribedConfig {
  return { name, value, readOnly, isDefault, source: from, sensitive: false, synonyms: [] };
}

/** AlterConfigs (33): the whole set is replaced. */
export const alterConfigs = (node: BrokerNode) =>
  defineApi({
    key: 33,
    minVersion: 0,
    maxVersion: 1,
    request: alterConfigsRequest,
    response: alterConfigsResponse,
    async handle({ resources, validateOnly }) {
      const results = resources.map(async ({ type, name, configs }) => {
        const replaced = Object.fromEntries(
          configs.flatMap(({ name: key, value }) => (value === null ? [] : [[key, value]])),
        );
        const topic = type === resourceType.topic;
        return {
          type,
          name,
          ...(topic ? await node.topics.configure(name, validateOnly, () => replaced) : topicsOnly),
        };
      });
      return { results: await Promise.all(results) };
    },
  });

interface ConfigChange {
  name: string;
  operation: number;
  value: string | null;
}

/** IncrementalAlterConfigs (44): set and delete; no key here is a list that could be appended to. */
export const incrementalAlterConfigs = (node: BrokerNode) =>
  defineApi({
    key: 44,
    minVersion: 0,
    maxVersion: 0,
    request: incrementalAlterConfigsRequest,
    response: alterConfigsResponse,
    async handle({ resources, validateOnly }) {
      const results = resources.map(async ({ type, name, configs }) => {
        const next = (before: Record<string, string>) => changed(before, configs);
        const topic = type === resourceType.topic;
        return { type, name, ...(topic ? await node.topics.configure(name, validateOnly, next) : topicsOnly) };
      });
      return { results: await Promise.all(results) };
    },
  });

function changed(before: Record<string, string>, changes: ConfigChange[]): Record<string, string> | TopicChange {
  const after = new Map(Object.entries(before));
  for (const change of changes) {
    if (change.operation === operation.delete) after.delete(change.name);
    else if (change.operation === operation.set && change.value !== null) after.set(change.name, change.value);
    else return { error: ErrorCode.invalidConfig, message: `${change.name}: only set and delete are possible` };
  }
  return Object.fromEntries(after);
}
