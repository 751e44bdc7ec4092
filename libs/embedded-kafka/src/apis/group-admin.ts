import { type Group } from '../groups/group.js';
import { ErrorCode } from '../protocol/error-code.js';
import { nothing } from '../protocol/codec.js';
import {
  deleteGroupsRequest,
  deleteGroupsResponse,
  describeGroupsRequest,
  describeGroupsResponse,
  listGroupsResponse,
} from '../protocol/group-messages.js';
import { defineApi } from './api.js';
import { type BrokerNode } from './broker-node.js';

/** What a group is taken for that has offsets and no members since the start. */
const consumerProtocol = 'consumer';

/** ListGroups (16). */
export const listGroups = (node: BrokerNode) =>
  defineApi({
    key: 16,
    minVersion: 0,
    maxVersion: 2,
    request: nothing,
    response: listGroupsResponse,
    handle: () => ({
      error: ErrorCode.none,
      groups: node.groups.ids().map((groupId) => ({ groupId, protocolType: protocolType(node.groups.find(groupId)) })),
    }),
  });

/** DescribeGroups (15). A group that is not there is `Dead`, as in Kafka. */
export const describeGroups = (node: BrokerNode) =>
  defineApi({
    key: 15,
    minVersion: 0,
    maxVersion: 2,
    request: describeGroupsRequest,
    response: describeGroupsResponse,
    handle: ({ groupIds }) => ({ groups: groupIds.map((groupId) => describe(node, groupId)) }),
  });

function describe(node: BrokerNode, groupId: string) {
  const group = node.groups.find(groupId);
  const exists = node.groups.exists(groupId);
  return {
    error: ErrorCode.none,
    groupId,
    state: exists ? (group?.state ?? 'Empty') : 'Dead',
    protocolType: exists ? protocolType(group) : '',
    protocol: group?.protocol ?? '',
    members: (group?.memberList() ?? []).map((member) => ({
      memberId: member.id,
      clientId: member.request.clientId,
      clientHost: member.request.clientHost,
      metadata: member.metadataFor(group?.protocol ?? ''),
      assignment: member.assignment,
    })),
  };
}

function protocolType(group: Group | undefined): string {
  return group?.protocolType || consumerProtocol;
}

/** DeleteGroups (42). */
export const deleteGroups = (node: BrokerNode) =>
  defineApi({
    key: 42,
    minVersion: 0,
    maxVersion: 1,
    request: deleteGroupsRequest,
    response: deleteGroupsResponse,
    async handle({ groupIds }) {
      const results = groupIds.map(async (groupId) => ({ groupId, error: await node.groups.delete(groupId) }));
      return { results: await Promise.all(results) };
    },
  });
