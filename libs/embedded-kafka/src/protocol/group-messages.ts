import {
  array,
  bytes,
  int16,
  int32,
  int64,
  int8,
  nullableArray,
  nullableString,
  since,
  string,
  struct,
  throttled,
  within,
} from './codec.js';

const errorAlone = struct({ error: int16 });

/** FindCoordinator (10) to version 2. */
export const findCoordinatorRequest = struct({ key: string, keyType: since(1, int8, 0) });

export const findCoordinatorResponse = throttled(
  1,
  struct({ error: int16, message: since(1, nullableString, null), nodeId: int32, host: string, port: int32 }),
);

/** JoinGroup (11) to version 5. */
export const joinGroupRequest = struct({
  groupId: string,
  sessionTimeoutMs: int32,
  rebalanceTimeoutMs: since(1, int32, -1),
  memberId: string,
  groupInstanceId: since(5, nullableString, null),
  protocolType: string,
  protocols: array(struct({ name: string, metadata: bytes })),
});

export const joinGroupResponse = throttled(
  2,
  struct({
    error: int16,
    generation: int32,
    protocol: string,
    leader: string,
    memberId: string,
    members: array(struct({ memberId: string, groupInstanceId: since(5, nullableString, null), metadata: bytes })),
  }),
);

/** Heartbeat (12) to version 3. */
export const heartbeatRequest = struct({
  groupId: string,
  generation: int32,
  memberId: string,
  groupInstanceId: since(3, nullableString, null),
});

export const heartbeatResponse = throttled(1, errorAlone);

const leavingMember = struct({ memberId: string, groupInstanceId: nullableString });

/** LeaveGroup (13) to version 3: one member before version 3, a list from then on. */
export const leaveGroupRequest = struct({
  groupId: string,
  memberId: within(0, 2, string, ''),
  members: since(3, array(leavingMember), []),
});

export const leaveGroupResponse = throttled(
  1,
  struct({
    error: int16,
    members: since(3, array(struct({ memberId: string, groupInstanceId: nullableString, error: int16 })), []),
  }),
);

/** SyncGroup (14) to version 3. */
export const syncGroupRequest = struct({
  groupId: string,
  generation: int32,
  memberId: string,
  groupInstanceId: since(3, nullableString, null),
  assignments: array(struct({ memberId: string, assignment: bytes })),
});

export const syncGroupResponse = throttled(1, struct({ error: int16, assignment: bytes }));

const committedPartition = struct({
  index: int32,
  offset: int64,
  leaderEpoch: since(6, int32, -1),
  metadata: nullableString,
});

/** OffsetCommit (8), versions 2 to 7. */
export const offsetCommitRequest = struct({
  groupId: string,
  generation: int32,
  memberId: string,
  groupInstanceId: since(7, nullableString, null),
  retentionMs: within(2, 4, int64, -1),
  topics: array(struct({ name: string, partitions: array(committedPartition) })),
});

export const offsetCommitResponse = throttled(
  3,
  struct({ topics: array(struct({ name: string, partitions: array(struct({ index: int32, error: int16 })) })) }),
);

/** OffsetFetch (9), versions 1 to 5. No list of topics stands for all that have an offset. */
export const offsetFetchRequest = struct({
  groupId: string,
  topics: nullableArray(struct({ name: string, partitions: array(int32) })),
});

const fetchedOffset = struct({
  index: int32,
  offset: int64,
  leaderEpoch: since(5, int32, -1),
  metadata: nullableString,
  error: int16,
});

export const offsetFetchResponse = throttled(
  3,
  struct({
    topics: array(struct({ name: string, partitions: array(fetchedOffset) })),
    error: since(2, int16, 0),
  }),
);

/** DescribeGroups (15) to version 2. */
export const describeGroupsRequest = struct({ groupIds: array(string) });

const describedMember = struct({
  memberId: string,
  clientId: string,
  clientHost: string,
  metadata: bytes,
  assignment: bytes,
});

export const describeGroupsResponse = throttled(
  1,
  struct({
    groups: array(
      struct({
        error: int16,
        groupId: string,
        state: string,
        protocolType: string,
        protocol: string,
        members: array(describedMember),
      }),
    ),
  }),
);

/** ListGroups (16) to version 2; its request has no body. */
export const listGroupsResponse = throttled(
  1,
  struct({ error: int16, groups: array(struct({ groupId: string, protocolType: string })) }),
);

/** DeleteGroups (42), versions 0 and 1. */
export const deleteGroupsRequest = struct({ groupIds: array(string) });

export const deleteGroupsResponse = throttled(0, struct({ results: array(struct({ groupId: string, error: int16 })) }));
