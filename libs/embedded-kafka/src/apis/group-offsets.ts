import { type OffsetToCommit } from '../groups/group-coordinator.js';
import { ErrorCode } from '../protocol/error-code.js';
import {
  offsetCommitRequest,
  offsetCommitResponse,
  offsetFetchRequest,
  offsetFetchResponse,
} from '../protocol/group-messages.js';
import { defineApi } from './api.js';
import { type BrokerNode } from './broker-node.js';

/** The longest note (in characters) that a client may leave with an offset, as in Apache Kafka. */
const longestMetadata = 4096;

interface Committing {
  name: string;
  partitions: { index: number; offset: number; leaderEpoch: number; metadata: string | null }[];
}

/** OffsetCommit (8): answered when the offsets are on disk. */
export const offsetCommit = (node: BrokerNode) =>
  defineApi({
    key: 8,
    minVersion: 2,
    maxVersion: 7,
    request: offsetCommitRequest,
    response: offsetCommitResponse,
    async handle({ groupId, memberId, generation, topics }) {
      const sound = topics.flatMap((topic) => soundOffsets(node, topic));
      const error = await node.groups.commit(groupId, memberId, generation, sound);
      return {
        topics: topics.map(({ name, partitions }) => ({
          name,
          partitions: partitions.map((each) => ({ index: each.index, error: error || judge(node, name, each) })),
        })),
      };
    },
  });

function soundOffsets(node: BrokerNode, { name, partitions }: Committing): OffsetToCommit[] {
  return partitions
    .filter((each) => judge(node, name, each) === ErrorCode.none)
    .map(({ index, offset, leaderEpoch, metadata }) => ({
      topic: name,
      partition: index,
      commit: { offset, leaderEpoch, metadata: metadata ?? '' },
    }));
}

function judge(node: BrokerNode, name: string, each: { index: number; metadata: string | null }): ErrorCode {
  if (!node.topics.partition(name, each.index)) return ErrorCode.unknownTopicOrPartition;
  return (each.metadata?.length ?? 0) > longestMetadata ? ErrorCode.offsetMetadataTooLarge : ErrorCode.none;
}

/** OffsetFetch (9). */
export const offsetFetch = (node: BrokerNode) =>
  defineApi({
    key: 9,
    minVersion: 1,
    maxVersion: 5,
    request: offsetFetchRequest,
    response: offsetFetchResponse,
    handle({ groupId, topics }) {
      const wanted = topics ?? node.groups.committedPartitions(groupId);
      return {
        topics: wanted.map(({ name, partitions }) => ({
          name,
          partitions: partitions.map((index) => fetched(node, groupId, name, index)),
        })),
        error: ErrorCode.none,
      };
    },
  });

function fetched(node: BrokerNode, groupId: string, name: string, index: number) {
  const none = { offset: -1, leaderEpoch: -1, metadata: '' };
  return { index, ...(node.groups.committed(groupId, name, index) ?? none), error: ErrorCode.none };
}
