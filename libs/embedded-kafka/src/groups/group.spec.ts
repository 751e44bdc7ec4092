import { ErrorCode } from '../protocol/error-code.js';
import { Group } from './group.js';
import { type JoinAnswer, type JoinRequest } from './member.js';
import { electProtocol } from './protocol-vote.js';

function request(more: Partial<JoinRequest> = {}): JoinRequest {
  return {
    memberId: '',
    clientId: 'client',
    clientHost: '127.0.0.1',
    sessionTimeoutMs: 1000,
    rebalanceTimeoutMs: 3000,
    protocolType: 'consumer',
    protocols: [{ name: 'range', metadata: Buffer.from('m') }],
    requireKnownMemberId: false,
    ...more,
  };
}

/** A group that one member leads, stable. */
async function settled(group: Group): Promise<JoinAnswer> {
  const joined = await group.join(request());
  await group.sync(joined.memberId, joined.generation, new Map([[joined.memberId, Buffer.from('all')]]));
  return joined;
}

describe('a consumer group', () => {
  let group: Group;

  beforeEach(() => {
    jest.useFakeTimers();
    group = new Group(0);
  });
  afterEach(() => {
    group.close();
    jest.useRealTimers();
  });

  it('given a first member, when it joins and brings assignments, then the group is stable and it leads', async () => {
    const joined = await settled(group);
    expect(joined).toMatchObject({ error: 0, generation: 1, protocol: 'range', leader: joined.memberId });
    expect(group.state).toBe('Stable');
    expect(group.memberList()[0]?.assignment.toString()).toBe('all');
  });

  it('given a new client that must know its id, when it joins, then it is given one and is no member yet', async () => {
    const first = await group.join(request({ requireKnownMemberId: true }));
    expect(first.error).toBe(ErrorCode.memberIdRequired);
    expect(group.memberList()).toHaveLength(0);
    const second = await group.join(request({ memberId: first.memberId, requireKnownMemberId: true }));
    expect(second).toMatchObject({ error: 0, memberId: first.memberId });
  });

  it('given an unknown id, when it joins, syncs, beats or leaves, then it is told so', async () => {
    await settled(group);
    expect((await group.join(request({ memberId: 'ghost' }))).error).toBe(ErrorCode.unknownMemberId);
    expect((await group.sync('ghost', 1, new Map())).error).toBe(ErrorCode.unknownMemberId);
    expect(group.heartbeat('ghost', 1)).toBe(ErrorCode.unknownMemberId);
    expect(group.leave('ghost')).toBe(ErrorCode.unknownMemberId);
  });

  it('given a second member, when it joins, then the first is called back and both get the next generation', async () => {
    const first = await settled(group);
    const joining = group.join(request());
    expect(group.heartbeat(first.memberId, 1)).toBe(ErrorCode.rebalanceInProgress);
    const again = await group.join(request({ memberId: first.memberId }));
    const second = await joining;
    expect([again.generation, second.generation]).toEqual([2, 2]);
    expect(again.members).toHaveLength(2);
    expect(second.members).toHaveLength(0);
    const waiting = group.sync(second.memberId, 2, new Map());
    await group.sync(first.memberId, 2, new Map([[second.memberId, Buffer.from('half')]]));
    expect((await waiting).assignment.toString()).toBe('half');
  });

  it('given a member that does not come back, when the rebalance timeout is over, then the round goes on without it', async () => {
    const first = await settled(group);
    const joining = group.join(request({ sessionTimeoutMs: 60_000 }));
    for (let beat = 0; beat < 4; beat++) {
      group.heartbeat(first.memberId, 1);
      await jest.advanceTimersByTimeAsync(800);
    }
    expect(await joining).toMatchObject({ error: 0, generation: 2 });
    expect(group.memberList()).toHaveLength(1);
  });

  it('given a join that waits, when the same member joins again, then the first call is answered', async () => {
    const first = await settled(group);
    const other = group.join(request());
    const waiting = group.memberList().find((member) => member.id !== first.memberId)?.id ?? '';
    const repeated = group.join(request({ memberId: waiting }));
    expect((await other).error).toBe(ErrorCode.rebalanceInProgress);
    await group.join(request({ memberId: first.memberId }));
    expect((await repeated).generation).toBe(2);
  });

  it('given a silent member, when its session is over, then the group is empty', async () => {
    await settled(group);
    await jest.advanceTimersByTimeAsync(1001);
    expect(group.state).toBe('Empty');
  });

  it('given a leader that beats and brings no assignments, when the rebalance timeout is over, then it is out', async () => {
    const first = await group.join(request());
    for (let beat = 0; beat < 4; beat++) {
      group.heartbeat(first.memberId, 1);
      await jest.advanceTimersByTimeAsync(800);
    }
    expect(group.memberList()).toHaveLength(0);
  });

  it('given an initial delay, when two join within it, then one round takes both', async () => {
    group = new Group(500);
    const joins = [group.join(request()), group.join(request())];
    await jest.advanceTimersByTimeAsync(501);
    expect((await Promise.all(joins)).map((each) => each.generation)).toEqual([1, 1]);
  });

  it('given commits, when they come, then member, generation and state decide', async () => {
    expect(group.judgeCommit('', -1)).toBe(ErrorCode.none);
    const first = await group.join(request());
    expect(group.judgeCommit(first.memberId, 1)).toBe(ErrorCode.rebalanceInProgress);
    await group.sync(first.memberId, 1, new Map());
    expect(group.judgeCommit(first.memberId, 1)).toBe(ErrorCode.none);
    expect(group.judgeCommit(first.memberId, 0)).toBe(ErrorCode.illegalGeneration);
    expect(group.judgeCommit('', -1)).toBe(ErrorCode.unknownMemberId);
    void group.join(request());
    expect(group.judgeCommit(first.memberId, 1)).toBe(ErrorCode.none);
  });

  it('given a member, when one without a common protocol joins, then that one is refused', async () => {
    await settled(group);
    const other = request({ protocols: [{ name: 'sticky', metadata: Buffer.alloc(0) }] });
    expect((await group.join(other)).error).toBe(ErrorCode.inconsistentGroupProtocol);
    expect(group.state).toBe('Stable');
  });
});

describe('the vote on a protocol', () => {
  const offer = (...names: string[]) => names.map((name) => ({ name }));

  it.each([
    ['most votes', [offer('a', 'b'), offer('b', 'a'), offer('b', 'a')], 'b'],
    ['only the common one', [offer('a', 'b'), offer('b')], 'b'],
    ['nothing in common', [offer('a'), offer('b')], ''],
  ])('given %s, when it is counted, then that one wins', (_, offers, winner) => {
    expect(electProtocol(offers)).toBe(winner);
  });
});
