import {
  array,
  int16,
  int32,
  int64,
  int8,
  nullableArray,
  nullableString,
  records,
  type Shape,
  since,
  string,
  struct,
  throttled,
} from './codec.js';

/** Produce (0) to version 7. */
export const produceRequest = struct({
  transactionalId: since(3, nullableString, null),
  acks: int16,
  timeoutMs: int32,
  topics: array(struct({ name: string, partitions: array(struct({ index: int32, records })) })),
});

const producedPartition = struct({
  index: int32,
  error: int16,
  baseOffset: int64,
  logAppendTimeMs: since(2, int64, -1),
  logStartOffset: since(5, int64, -1),
});

export const produceResponse = struct({
  topics: array(struct({ name: string, partitions: array(producedPartition) })),
  throttleMs: since(1, int32, 0),
});

const fetchedFrom = struct({
  index: int32,
  currentLeaderEpoch: since(9, int32, -1),
  fetchOffset: int64,
  logStartOffset: since(5, int64, -1),
  maxBytes: int32,
});

/** Fetch (1), versions 4 to 11. */
export const fetchRequest = struct({
  replicaId: int32,
  maxWaitMs: int32,
  minBytes: int32,
  maxBytes: int32,
  isolationLevel: int8,
  sessionId: since(7, int32, 0),
  sessionEpoch: since(7, int32, -1),
  topics: array(struct({ name: string, partitions: array(fetchedFrom) })),
  forgotten: since(7, array(struct({ name: string, partitions: array(int32) })), []),
  rackId: since(11, string, ''),
});

const fetchedPartition = struct({
  index: int32,
  error: int16,
  highWatermark: int64,
  lastStableOffset: int64,
  logStartOffset: since(5, int64, -1),
  abortedTransactions: nullableArray(struct({ producerId: int64, firstOffset: int64 })),
  preferredReadReplica: since(11, int32, -1),
  records,
});

export const fetchResponse = throttled(
  1,
  struct({
    error: since(7, int16, 0),
    sessionId: since(7, int32, 0),
    topics: array(struct({ name: string, partitions: array(fetchedPartition) })),
  }),
);

/** ListOffsets (2), versions 1 to 3. Timestamp -1 asks for the end, -2 for the start. */
export const listOffsetsRequest = struct({
  replicaId: int32,
  isolationLevel: since(2, int8, 0),
  topics: array(struct({ name: string, partitions: array(struct({ index: int32, timestamp: int64 })) })),
});

export const listOffsetsResponse = throttled(
  2,
  struct({
    topics: array(
      struct({
        name: string,
        partitions: array(struct({ index: int32, error: int16, timestamp: int64, offset: int64 })),
      }),
    ),
  }),
);

/** DeleteRecords (21), versions 0 and 1. Offset -1 stands for the high watermark. */
export const deleteRecordsRequest = struct({
  topics: array(struct({ name: string, partitions: array(struct({ index: int32, offset: int64 })) })),
  timeoutMs: int32,
});

export const deleteRecordsResponse = throttled(
  0,
  struct({
    topics: array(
      struct({ name: string, partitions: array(struct({ index: int32, lowWatermark: int64, error: int16 })) }),
    ),
  }),
);

export type FetchRequest = Shape<typeof fetchRequest>;
export type FetchedPartition = Shape<typeof fetchedPartition>;
export type ProducedPartition = Shape<typeof producedPartition>;
