import { ErrorCode } from '../protocol/error-code.js';
import { apiVersionsResponse } from '../protocol/api-versions-messages.js';
import { nothing } from '../protocol/codec.js';
import { type Api, defineApi } from './api.js';
import { type BrokerNode } from './broker-node.js';
import { alterConfigs, describeConfigs, incrementalAlterConfigs } from './configs.js';
import { fetch } from './fetch.js';
import { deleteGroups, describeGroups, listGroups } from './group-admin.js';
import { findCoordinator, heartbeat, joinGroup, leaveGroup, syncGroup } from './group-membership.js';
import { offsetCommit, offsetFetch } from './group-offsets.js';
import { metadata } from './metadata.js';
import { deleteRecords, listOffsets } from './offsets.js';
import { produce } from './produce.js';
import { initProducerId } from './producers.js';
import { createPartitions, createTopics, deleteTopics } from './topics.js';
import { transactions } from './transactions.js';

const perNode = [
  produce,
  fetch,
  listOffsets,
  metadata,
  offsetCommit,
  offsetFetch,
  findCoordinator,
  joinGroup,
  heartbeat,
  leaveGroup,
  syncGroup,
  describeGroups,
  listGroups,
  createTopics,
  deleteTopics,
  deleteRecords,
  initProducerId,
  describeConfigs,
  alterConfigs,
  createPartitions,
  deleteGroups,
  incrementalAlterConfigs,
];

/** Everything that this broker answers. */
export function servedApis(node: BrokerNode): Api[] {
  const apis: Api[] = [...perNode.map((api) => api(node)), ...transactions];
  apis.push(apiVersions(apis));
  return apis;
}

/** ApiVersions (18): the list it is itself a part of. */
function apiVersions(apis: readonly Api[]): Api {
  return defineApi({
    key: 18,
    minVersion: 0,
    maxVersion: 3,
    request: nothing,
    response: apiVersionsResponse,
    handle: () => ({ error: ErrorCode.none, apis: [...apis].sort((one, other) => one.key - other.key) }),
  });
}
