import { type PartitionLog } from '../log/partition-log.js';
import { ErrorCode } from '../protocol/error-code.js';
import {
  deleteRecordsRequest,
  deleteRecordsResponse,
  listOffsetsRequest,
  listOffsetsResponse,
} from '../protocol/records-messages.js';
import { defineApi } from './api.js';
import { type BrokerNode } from './broker-node.js';

const latest = -1;
const earliest = -2;

/** ListOffsets (2). A time finds the batch that holds it, so the answer may be some records early, never late. */
export const listOffsets = (node: BrokerNode) =>
  defineApi({
    key: 2,
    minVersion: 1,
    maxVersion: 3,
    request: listOffsetsRequest,
    response: listOffsetsResponse,
    async handle(request) {
      const topics = request.topics.map(async ({ name, partitions }) => ({
        name,
        partitions: await Promise.all(
          partitions.map(async ({ index, timestamp }) => {
            const log = node.topics.partition(name, index);
            if (!log) return { index, error: ErrorCode.unknownTopicOrPartition, timestamp: -1, offset: -1 };
            return { index, error: ErrorCode.none, ...(await offsetAt(log, timestamp)) };
          }),
        ),
      }));
      return { topics: await Promise.all(topics) };
    },
  });

async function offsetAt(log: PartitionLog, timestamp: number): Promise<{ timestamp: number; offset: number }> {
  if (timestamp === latest) return { timestamp: -1, offset: log.highWatermark };
  if (timestamp === earliest) return { timestamp: -1, offset: log.logStartOffset };
  return (await log.findTimestamp(timestamp)) ?? { timestamp: -1, offset: -1 };
}

/** DeleteRecords (21). */
export const deleteRecords = (node: BrokerNode) =>
  defineApi({
    key: 21,
    minVersion: 0,
    maxVersion: 1,
    request: deleteRecordsRequest,
    response: deleteRecordsResponse,
    async handle(request) {
      const topics = request.topics.map(async ({ name, partitions }) => ({
        name,
        partitions: await Promise.all(
          partitions.map(({ index, offset }) => deleteBefore(node.topics.partition(name, index), index, offset)),
        ),
      }));
      return { topics: await Promise.all(topics) };
    },
  });

async function deleteBefore(log: PartitionLog | undefined, index: number, offset: number) {
  if (!log) return { index, lowWatermark: -1, error: ErrorCode.unknownTopicOrPartition };
  const wanted = offset === latest ? log.highWatermark : offset;
  if (wanted < 0 || wanted > log.highWatermark) return { index, lowWatermark: -1, error: ErrorCode.offsetOutOfRange };
  return { index, lowWatermark: await log.deleteBefore(wanted), error: ErrorCode.none };
}
