import { ErrorCode } from '../protocol/error-code.js';
import {
  addOffsetsToTxnRequest,
  addPartitionsToTxnRequest,
  addPartitionsToTxnResponse,
  endTxnRequest,
  transactionErrorResponse,
  txnOffsetCommitRequest,
  txnOffsetCommitResponse,
} from '../protocol/producer-messages.js';
import { type Api, defineApi } from './api.js';

const unsupported = ErrorCode.unsupportedVersion;
const refused = () => ({ error: unsupported });

/** The transaction APIs (24, 25, 26, 28): advertised so that a client is told no, and not left with a closed connection. */
export const transactions: readonly Api[] = [
  defineApi({
    key: 24,
    minVersion: 0,
    maxVersion: 1,
    request: addPartitionsToTxnRequest,
    response: addPartitionsToTxnResponse,
    handle: ({ topics }) => ({
      topics: topics.map(({ name, partitions }) => ({
        name,
        partitions: partitions.map((index) => ({ index, error: unsupported })),
      })),
    }),
  }),
  defineApi({
    key: 25,
    minVersion: 0,
    maxVersion: 1,
    request: addOffsetsToTxnRequest,
    response: transactionErrorResponse,
    handle: refused,
  }),
  defineApi({
    key: 26,
    minVersion: 0,
    maxVersion: 1,
    request: endTxnRequest,
    response: transactionErrorResponse,
    handle: refused,
  }),
  defineApi({
    key: 28,
    minVersion: 0,
    maxVersion: 2,
    request: txnOffsetCommitRequest,
    response: txnOffsetCommitResponse,
    handle: ({ topics }) => ({
      topics: topics.map(({ name, partitions }) => ({
        name,
        partitions: partitions.map(({ index }) => ({ index, error: unsupported })),
      })),
    }),
  }),
];
