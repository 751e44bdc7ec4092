import { array, bool, int16, int32, int64, nullableString, since, string, struct, throttled } from './codec.js';

/** InitProducerId (22), versions 0 and 1. */
export const initProducerIdRequest = struct({ transactionalId: nullableString, transactionTimeoutMs: int32 });

export const initProducerIdResponse = throttled(0, struct({ error: int16, producerId: int64, producerEpoch: int16 }));

const transaction = { transactionalId: string, producerId: int64, producerEpoch: int16 };
const partitionErrors = struct({ name: string, partitions: array(struct({ index: int32, error: int16 })) });

/** AddPartitionsToTxn (24), versions 0 and 1. */
export const addPartitionsToTxnRequest = struct({
  ...transaction,
  topics: array(struct({ name: string, partitions: array(int32) })),
});

export const addPartitionsToTxnResponse = throttled(0, struct({ topics: array(partitionErrors) }));

/** AddOffsetsToTxn (25), versions 0 and 1. */
export const addOffsetsToTxnRequest = struct({ ...transaction, groupId: string });

/** EndTxn (26), versions 0 and 1. */
export const endTxnRequest = struct({ ...transaction, committed: bool });

export const transactionErrorResponse = throttled(0, struct({ error: int16 }));

/** TxnOffsetCommit (28) to version 2. */
export const txnOffsetCommitRequest = struct({
  transactionalId: string,
  groupId: string,
  producerId: int64,
  producerEpoch: int16,
  topics: array(
    struct({
      name: string,
      partitions: array(
        struct({ index: int32, offset: int64, leaderEpoch: since(2, int32, -1), metadata: nullableString }),
      ),
    }),
  ),
});

export const txnOffsetCommitResponse = throttled(0, struct({ topics: array(partitionErrors) }));
