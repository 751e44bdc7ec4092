import { acceptBatch } from '../log/accept-batch.js';
import { ErrorCode } from '../protocol/error-code.js';
import { produceRequest, produceResponse, type ProducedPartition } from '../protocol/records-messages.js';
import { defineApi } from './api.js';
import { type BrokerNode } from './broker-node.js';

/** Versions below this carry record formats that are gone; they are advertised for librdkafka's sake alone (its issue 4956). */
const firstServedVersion = 3;
const acksKnown = [-1, 0, 1];

/** Produce (0). Every acknowledgement, of `acks` 1 as of -1, comes after the batch is on disk. */
export const produce = (node: BrokerNode) =>
  defineApi({
    key: 0,
    minVersion: 0,
    maxVersion: 7,
    request: produceRequest,
    response: produceResponse,
    async handle(request, { version }) {
      const refusal = refusalOf(request, version);
      const one = async (name: string, index: number, records: Buffer | null) =>
        refusal ? answer(index, refusal) : append(node, name, index, records);
      const topics = request.topics.map(async ({ name, partitions }) => ({
        name,
        partitions: await Promise.all(partitions.map(({ index, records }) => one(name, index, records))),
      }));
      const answered = { topics: await Promise.all(topics), throttleMs: 0 };
      return request.acks === 0 ? undefined : answered;
    },
  });

function refusalOf(request: { transactionalId: string | null; acks: number }, version: number): ErrorCode | undefined {
  if (version < firstServedVersion || request.transactionalId !== null) return ErrorCode.unsupportedVersion;
  return acksKnown.includes(request.acks) ? undefined : ErrorCode.invalidRequiredAcks;
}

async function append(
  node: BrokerNode,
  name: string,
  index: number,
  records: Buffer | null,
): Promise<ProducedPartition> {
  const topic = node.topics.find(name);
  const log = topic?.partitions[index];
  if (!topic || !log) return answer(index, ErrorCode.unknownTopicOrPartition);
  const acceptance = acceptBatch(records, topic.settings);
  if (acceptance.kind === 'refused') return answer(index, acceptance.error);
  const outcome = await log.append(acceptance.batch, acceptance.header);
  if (outcome.kind === 'refused') return answer(index, outcome.error);
  return answer(index, ErrorCode.none, outcome.baseOffset, log.logStartOffset);
}

function answer(index: number, error: ErrorCode, baseOffset = -1, logStartOffset = -1): ProducedPartition {
  return { index, error, baseOffset, logAppendTimeMs: -1, logStartOffset };
}
