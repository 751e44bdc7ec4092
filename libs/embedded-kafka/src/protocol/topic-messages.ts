import {
  array,
  bool,
  int16,
  int32,
  int8,
  nullableArray,
  nullableString,
  type Shape,
  since,
  string,
  struct,
  throttled,
  within,
} from './codec.js';

/** Metadata (3) to version 6. */
export const metadataRequest = struct({
  topics: nullableArray(string),
  allowAutoTopicCreation: since(4, bool, true),
});

const partitionMetadata = struct({
  error: int16,
  index: int32,
  leaderId: int32,
  replicas: array(int32),
  inSyncReplicas: array(int32),
  offlineReplicas: since(5, array(int32), []),
});

const topicMetadata = struct({
  error: int16,
  name: string,
  internal: since(1, bool, false),
  partitions: array(partitionMetadata),
});

export const metadataResponse = throttled(
  3,
  struct({
    brokers: array(struct({ nodeId: int32, host: string, port: int32, rack: since(1, nullableString, null) })),
    clusterId: since(2, nullableString, null),
    controllerId: since(1, int32, -1),
    topics: array(topicMetadata),
  }),
);

const creatableTopic = struct({
  name: string,
  partitions: int32,
  replicationFactor: int16,
  assignments: array(struct({ partition: int32, brokerIds: array(int32) })),
  configs: array(struct({ name: string, value: nullableString })),
});

/** CreateTopics (19) to version 4. */
export const createTopicsRequest = struct({
  topics: array(creatableTopic),
  timeoutMs: int32,
  validateOnly: since(1, bool, false),
});

export const createTopicsResponse = throttled(
  2,
  struct({ topics: array(struct({ name: string, error: int16, message: since(1, nullableString, null) })) }),
);

/** DeleteTopics (20) to version 3. */
export const deleteTopicsRequest = struct({ names: array(string), timeoutMs: int32 });

export const deleteTopicsResponse = throttled(1, struct({ topics: array(struct({ name: string, error: int16 })) }));

/** CreatePartitions (37), versions 0 and 1. `count` is the new total. */
export const createPartitionsRequest = struct({
  topics: array(struct({ name: string, count: int32, assignments: nullableArray(array(int32)) })),
  timeoutMs: int32,
  validateOnly: bool,
});

export const createPartitionsResponse = throttled(
  0,
  struct({ topics: array(struct({ name: string, error: int16, message: nullableString })) }),
);

/** DescribeConfigs (32) to version 2. Resource type 2 is a topic, 4 a broker. */
export const describeConfigsRequest = struct({
  resources: array(struct({ type: int8, name: string, configNames: nullableArray(string) })),
  includeSynonyms: since(1, bool, false),
});

const describedConfig = struct({
  name: string,
  value: nullableString,
  readOnly: bool,
  isDefault: within(0, 0, bool, false),
  source: since(1, int8, 0),
  sensitive: bool,
  synonyms: since(1, array(struct({ name: string, value: nullableString, source: int8 })), []),
});

export const describeConfigsResponse = throttled(
  0,
  struct({
    results: array(
      struct({ error: int16, message: nullableString, type: int8, name: string, configs: array(describedConfig) }),
    ),
  }),
);

/** AlterConfigs (33), versions 0 and 1: what is not named falls back to its default. */
export const alterConfigsRequest = struct({
  resources: array(
    struct({ type: int8, name: string, configs: array(struct({ name: string, value: nullableString })) }),
  ),
  validateOnly: bool,
});

/** IncrementalAlterConfigs (44), version 0. Operations: 0 set, 1 delete, 2 append, 3 subtract. */
export const incrementalAlterConfigsRequest = struct({
  resources: array(
    struct({
      type: int8,
      name: string,
      configs: array(struct({ name: string, operation: int8, value: nullableString })),
    }),
  ),
  validateOnly: bool,
});

export const alterConfigsResponse = throttled(
  0,
  struct({ results: array(struct({ error: int16, message: nullableString, type: int8, name: string })) }),
);

export type CreatableTopic = Shape<typeof creatableTopic>;
export type TopicMetadata = Shape<typeof topicMetadata>;
export type DescribedConfig = Shape<typeof describedConfig>;
