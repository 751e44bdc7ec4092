import { ErrorCode } from '../protocol/error-code.js';
import {
  findCoordinatorRequest,
  findCoordinatorResponse,
  heartbeatRequest,
  heartbeatResponse,
  joinGroupRequest,
  joinGroupResponse,
  leaveGroupRequest,
  leaveGroupResponse,
  syncGroupRequest,
  syncGroupResponse,
} from '../protocol/group-messages.js';
import { defineApi } from './api.js';
import { type BrokerNode } from './broker-node.js';

/** Apache Kafka's default lower bound is 6 s; shorter sessions are allowed here so that tests need not wait for it. */
const sessionTimeout = { leastMs: 1000, mostMs: 30 * 60 * 1000 };
/** From this version of JoinGroup on a client without an id is given one and asks again. */
const memberIdRequiredFrom = 4;

/** FindCoordinator (10): this node, for groups and for transactions (which InitProducerId then refuses by name). */
export const findCoordinator = (node: BrokerNode) =>
  defineApi({
    key: 10,
    minVersion: 0,
    maxVersion: 2,
    request: findCoordinatorRequest,
    response: findCoordinatorResponse,
    handle: (_, { client }) => ({
      error: ErrorCode.none,
      message: null,
      nodeId: node.nodeId,
      ...node.addressFor(client),
    }),
  });

/** JoinGroup (11). */
export const joinGroup = (node: BrokerNode) =>
  defineApi({
    key: 11,
    minVersion: 0,
    maxVersion: 5,
    request: joinGroupRequest,
    response: joinGroupResponse,
    async handle(request, { version, clientId, client }) {
      const error = refusalToJoin(request.groupId, request.sessionTimeoutMs);
      if (error !== undefined)
        return { error, generation: -1, protocol: '', leader: '', memberId: request.memberId, members: [] };
      const answer = await node.groups.groupFor(request.groupId).join({
        ...request,
        clientId,
        clientHost: client.host,
        rebalanceTimeoutMs: request.rebalanceTimeoutMs < 0 ? request.sessionTimeoutMs : request.rebalanceTimeoutMs,
        requireKnownMemberId: version >= memberIdRequiredFrom,
      });
      return { ...answer, members: answer.members.map((member) => ({ ...member, groupInstanceId: null })) };
    },
  });

function refusalToJoin(groupId: string, sessionTimeoutMs: number): ErrorCode | undefined {
  if (groupId === '') return ErrorCode.invalidGroupId;
  const inRange = sessionTimeoutMs >= sessionTimeout.leastMs && sessionTimeoutMs <= sessionTimeout.mostMs;
  return inRange ? undefined : ErrorCode.invalidSessionTimeout;
}

/** SyncGroup (14). */
export const syncGroup = (node: BrokerNode) =>
  defineApi({
    key: 14,
    minVersion: 0,
    maxVersion: 3,
    request: syncGroupRequest,
    response: syncGroupResponse,
    async handle({ groupId, memberId, generation, assignments }) {
      const group = node.groups.find(groupId);
      if (!group) return { error: ErrorCode.unknownMemberId, assignment: Buffer.alloc(0) };
      return group.sync(memberId, generation, new Map(assignments.map((each) => [each.memberId, each.assignment])));
    },
  });

/** Heartbeat (12). */
export const heartbeat = (node: BrokerNode) =>
  defineApi({
    key: 12,
    minVersion: 0,
    maxVersion: 3,
    request: heartbeatRequest,
    response: heartbeatResponse,
    handle({ groupId, memberId, generation }) {
      return { error: node.groups.find(groupId)?.heartbeat(memberId, generation) ?? ErrorCode.unknownMemberId };
    },
  });

/** LeaveGroup (13). */
export const leaveGroup = (node: BrokerNode) =>
  defineApi({
    key: 13,
    minVersion: 0,
    maxVersion: 3,
    request: leaveGroupRequest,
    response: leaveGroupResponse,
    handle({ groupId, memberId, members }, { version }) {
      const leave = (id: string) => node.groups.find(groupId)?.leave(id) ?? ErrorCode.unknownMemberId;
      if (version < 3) return { error: leave(memberId), members: [] };
      return {
        error: ErrorCode.none,
        members: members.map((member) => ({ ...member, error: leave(member.memberId) })),
      };
    },
  });
