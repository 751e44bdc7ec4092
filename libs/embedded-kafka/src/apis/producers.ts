import { ErrorCode } from '../protocol/error-code.js';
import { initProducerIdRequest, initProducerIdResponse } from '../protocol/producer-messages.js';
import { defineApi } from './api.js';
import { type BrokerNode } from './broker-node.js';

/** InitProducerId (22): a fresh id for each idempotent producer. A transactional one is refused. */
export const initProducerId = (node: BrokerNode) =>
  defineApi({
    key: 22,
    minVersion: 0,
    maxVersion: 1,
    request: initProducerIdRequest,
    response: initProducerIdResponse,
    async handle({ transactionalId }) {
      if (transactionalId !== null) return { error: ErrorCode.unsupportedVersion, producerId: -1, producerEpoch: -1 };
      return { error: ErrorCode.none, producerId: await node.producerIds.next(), producerEpoch: 0 };
    },
  });
