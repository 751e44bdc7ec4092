import { type PartitionLog } from '../log/partition-log.js';
import { ErrorCode } from '../protocol/error-code.js';
import { type FetchedPartition, type FetchRequest, fetchRequest, fetchResponse } from '../protocol/records-messages.js';
import { defineApi } from './api.js';
import { type BrokerNode } from './broker-node.js';
import { changeOf } from './wait-for-change.js';

const nothingRead = Buffer.alloc(0);

type Wanted = FetchRequest['topics'][number]['partitions'][number];

/** Fetch (1): waits for `minBytes` up to `maxWaitMs`. There are no fetch sessions: session 0 is what every client accepts. */
export const fetch = (node: BrokerNode) =>
  defineApi({
    key: 1,
    minVersion: 4,
    maxVersion: 11,
    request: fetchRequest,
    response: fetchResponse,
    async handle(request, { client }) {
      await enoughBytes(node, request, client.gone);
      return { error: ErrorCode.none, sessionId: 0, topics: await readAll(node, request) };
    },
  });

async function enoughBytes(node: BrokerNode, request: FetchRequest, gone: AbortSignal): Promise<void> {
  const deadline = Date.now() + request.maxWaitMs;
  while (!gone.aborted && Date.now() < deadline && available(node, request) < request.minBytes) {
    const logs = request.topics.flatMap(({ name, partitions }) =>
      partitions.flatMap(({ index }) => node.topics.partition(name, index) ?? []),
    );
    await changeOf(logs, deadline - Date.now(), gone);
  }
}

/** An error is worth any number of bytes: it is answered at once. */
function available(node: BrokerNode, request: FetchRequest): number {
  let bytes = 0;
  for (const { name, partitions } of request.topics) {
    for (const { index, fetchOffset } of partitions) {
      const log = node.topics.partition(name, index);
      if (!log?.holds(fetchOffset)) return Infinity;
      bytes += log.bytesFrom(fetchOffset);
    }
  }
  return bytes;
}

async function readAll(node: BrokerNode, request: FetchRequest) {
  let budget = request.maxBytes;
  const topics: { name: string; partitions: FetchedPartition[] }[] = [];
  for (const { name, partitions } of request.topics) {
    const read: FetchedPartition[] = [];
    for (const wanted of partitions) {
      const part = await readOne(node.topics.partition(name, wanted.index), wanted, budget);
      budget -= part.records?.length ?? 0;
      read.push(part);
    }
    topics.push({ name, partitions: read });
  }
  return topics;
}

/** One batch comes even if it is larger than what was asked for, else a consumer could never get past it. */
async function readOne(log: PartitionLog | undefined, wanted: Wanted, budget: number): Promise<FetchedPartition> {
  if (!log) return part(wanted.index, ErrorCode.unknownTopicOrPartition, -1, -1, nothingRead);
  if (!log.holds(wanted.fetchOffset)) return outOfRange(log, wanted);
  const records = budget > 0 ? await log.read(wanted.fetchOffset, Math.min(wanted.maxBytes, budget)) : nothingRead;
  return records
    ? part(wanted.index, ErrorCode.none, log.highWatermark, log.logStartOffset, records)
    : outOfRange(log, wanted);
}

function outOfRange(log: PartitionLog, { index }: Wanted): FetchedPartition {
  return part(index, ErrorCode.offsetOutOfRange, log.highWatermark, log.logStartOffset, nothingRead);
}

function part(
  index: number,
  error: ErrorCode,
  highWatermark: number,
  logStartOffset: number,
  records: Buffer,
): FetchedPartition {
  return {
    index,
    error,
    highWatermark,
    lastStableOffset: highWatermark,
    logStartOffset,
    abortedTransactions: null,
    preferredReadReplica: -1,
    records,
  };
}
