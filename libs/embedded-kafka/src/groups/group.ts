import { randomUUID } from 'node:crypto';
import { ErrorCode } from '../protocol/error-code.js';
import { type JoinAnswer, joinRefused, type JoinRequest, Member, type SyncAnswer } from './member.js';
import { commonProtocols, electProtocol } from './protocol-vote.js';

export type GroupState = 'Empty' | 'PreparingRebalance' | 'CompletingRebalance' | 'Stable';

const nobody = Buffer.alloc(0);

/**
 * One consumer group of the classic protocol, without static membership. Members live in memory: after a restart of the
 * broker they are told UNKNOWN_MEMBER_ID and join again.
 */
export class Group {
  private currentState: GroupState = 'Empty';
  private currentGeneration = 0;
  private currentProtocol = '';
  private currentProtocolType = '';
  private leader = '';
  private phaseTimer: NodeJS.Timeout | undefined;
  private waitsForMore = false;
  private readonly members = new Map<string, Member>();
  private readonly promisedIds = new Map<string, NodeJS.Timeout>();

  /** `onExpired` is told of each member whose session is over without a heartbeat. */
  constructor(
    private readonly initialRebalanceDelayMs: number,
    private readonly onExpired: (member: Member) => void = () => undefined,
  ) {}

  get state(): GroupState {
    return this.currentState;
  }

  get generation(): number {
    return this.currentGeneration;
  }

  get protocol(): string {
    return this.currentProtocol;
  }

  get protocolType(): string {
    return this.currentProtocolType;
  }

  memberList(): readonly Member[] {
    return [...this.members.values()];
  }

  /** Resolves when the round is complete: when every member has joined or the longest rebalance timeout is over. */
  async join(request: JoinRequest): Promise<JoinAnswer> {
    const refusal = this.refusalToJoin(request);
    if (refusal !== undefined) return joinRefused(refusal, request.memberId);
    if (request.memberId === '')
      return request.requireKnownMemberId ? this.promiseId(request) : this.admit(newId(request), request);
    if (this.keepPromise(request.memberId)) return this.admit(request.memberId, request);
    const member = this.members.get(request.memberId);
    return member ? this.rejoin(member, request) : joinRefused(ErrorCode.unknownMemberId, request.memberId);
  }

  /** Resolves when the leader has brought the assignments. */
  async sync(memberId: string, generation: number, assignments: ReadonlyMap<string, Buffer>): Promise<SyncAnswer> {
    const member = this.members.get(memberId);
    if (!member) return { error: ErrorCode.unknownMemberId, assignment: nobody };
    if (generation !== this.generation) return { error: ErrorCode.illegalGeneration, assignment: nobody };
    if (this.state === 'PreparingRebalance') return { error: ErrorCode.rebalanceInProgress, assignment: nobody };
    if (this.state === 'Stable') return { error: ErrorCode.none, assignment: member.assignment };
    const answer = member.sync();
    if (memberId === this.leader) this.settle(assignments);
    return answer;
  }

  heartbeat(memberId: string, generation: number): ErrorCode {
    const error = this.judgeMember(memberId, generation);
    if (error !== ErrorCode.none) return error;
    this.members.get(memberId)?.keepAlive();
    return this.state === 'PreparingRebalance' ? ErrorCode.rebalanceInProgress : ErrorCode.none;
  }

  leave(memberId: string): ErrorCode {
    if (this.keepPromise(memberId)) {
      this.completeWhenAllJoined();
      return ErrorCode.none;
    }
    if (!this.members.has(memberId)) return ErrorCode.unknownMemberId;
    this.remove(memberId);
    return ErrorCode.none;
  }

  /** Says whether a commit may be taken. Generation -1 is a client that assigns itself: fine while the group has no members. */
  judgeCommit(memberId: string, generation: number): ErrorCode {
    if (generation < 0 && this.members.size === 0) return ErrorCode.none;
    const error = this.judgeMember(memberId, generation);
    if (error !== ErrorCode.none) return error;
    this.members.get(memberId)?.keepAlive();
    return this.state === 'CompletingRebalance' ? ErrorCode.rebalanceInProgress : ErrorCode.none;
  }

  /** Stops all timers; calls that wait are told to join again. */
  close(): void {
    clearTimeout(this.phaseTimer);
    for (const timer of this.promisedIds.values()) clearTimeout(timer);
    for (const member of this.members.values()) this.dismiss(member);
    this.members.clear();
  }

  private judgeMember(memberId: string, generation: number): ErrorCode {
    if (!this.members.has(memberId)) return ErrorCode.unknownMemberId;
    return generation === this.generation ? ErrorCode.none : ErrorCode.illegalGeneration;
  }

  private refusalToJoin(request: JoinRequest): ErrorCode | undefined {
    if (request.protocols.length === 0 || request.protocolType === '') return ErrorCode.inconsistentGroupProtocol;
    const others = this.memberList().filter((member) => member.id !== request.memberId);
    if (others.length === 0) return undefined;
    const common = commonProtocols([request.protocols, ...others.map((member) => member.request.protocols)]);
    const fits = request.protocolType === this.protocolType && common.length > 0;
    return fits ? undefined : ErrorCode.inconsistentGroupProtocol;
  }

  private promiseId(request: JoinRequest): JoinAnswer {
    const id = newId(request);
    const forget = () => {
      this.promisedIds.delete(id);
      this.completeWhenAllJoined();
    };
    this.promisedIds.set(id, setTimeout(forget, request.sessionTimeoutMs));
    return joinRefused(ErrorCode.memberIdRequired, id);
  }

  private keepPromise(id: string): boolean {
    clearTimeout(this.promisedIds.get(id));
    return this.promisedIds.delete(id);
  }

  private admit(id: string, request: JoinRequest): Promise<JoinAnswer> {
    const member = new Member(id, request, () => this.expire(member));
    this.members.set(id, member);
    this.currentProtocolType = request.protocolType;
    return this.joinRound(member, request);
  }

  private rejoin(member: Member, request: JoinRequest): Promise<JoinAnswer> | JoinAnswer {
    const settled = this.state === 'Stable' && member.id !== this.leader;
    const repeated = settled || this.state === 'CompletingRebalance';
    if (!repeated || !member.offersTheSameAs(request)) return this.joinRound(member, request);
    member.keepAlive();
    return this.joinAnswer(member);
  }

  private joinRound(member: Member, request: JoinRequest): Promise<JoinAnswer> {
    const answer = member.join(request);
    if (this.state !== 'PreparingRebalance') this.prepareRebalance();
    this.completeWhenAllJoined();
    return answer;
  }

  private prepareRebalance(): void {
    const first = this.state === 'Empty';
    this.currentState = 'PreparingRebalance';
    this.waitsForMore = first && this.initialRebalanceDelayMs > 0;
    for (const member of this.members.values()) {
      if (member.awaitsSync) member.answerSync({ error: ErrorCode.rebalanceInProgress, assignment: nobody });
    }
    this.startPhase(this.waitsForMore ? this.initialRebalanceDelayMs : this.longestRebalanceMs(), () =>
      this.completeJoin(),
    );
  }

  private completeWhenAllJoined(): void {
    if (this.state !== 'PreparingRebalance' || this.waitsForMore || this.promisedIds.size > 0) return;
    if (this.memberList().every((member) => member.awaitsJoin)) this.completeJoin();
  }

  private completeJoin(): void {
    clearTimeout(this.phaseTimer);
    this.waitsForMore = false;
    for (const member of this.memberList()) if (!member.awaitsJoin) this.forget(member);
    this.currentGeneration += 1;
    if (this.members.size === 0) return this.becomeEmpty();
    this.currentState = 'CompletingRebalance';
    this.currentProtocol = electProtocol(this.memberList().map((member) => member.request.protocols));
    if (!this.members.has(this.leader)) this.leader = this.memberList()[0]?.id ?? '';
    for (const member of this.memberList()) member.answerJoin(this.joinAnswer(member));
    this.startPhase(this.longestRebalanceMs(), () => this.dropUnsynced());
  }

  private settle(assignments: ReadonlyMap<string, Buffer>): void {
    clearTimeout(this.phaseTimer);
    this.currentState = 'Stable';
    for (const member of this.memberList()) {
      member.assignment = assignments.get(member.id) ?? nobody;
      if (member.awaitsSync) member.answerSync({ error: ErrorCode.none, assignment: member.assignment });
    }
  }

  private dropUnsynced(): void {
    for (const member of this.memberList()) if (!member.awaitsSync) this.forget(member);
    this.rebalanceWithoutLeaver();
  }

  private expire(member: Member): void {
    this.onExpired(member);
    this.remove(member.id);
  }

  private remove(memberId: string): void {
    const member = this.members.get(memberId);
    if (member) this.forget(member);
    this.rebalanceWithoutLeaver();
  }

  private rebalanceWithoutLeaver(): void {
    if (this.state !== 'PreparingRebalance') this.prepareRebalance();
    this.completeWhenAllJoined();
  }

  private forget(member: Member): void {
    this.members.delete(member.id);
    this.dismiss(member);
  }

  private dismiss(member: Member): void {
    member.answerJoin(joinRefused(ErrorCode.unknownMemberId, member.id));
    member.answerSync({ error: ErrorCode.unknownMemberId, assignment: nobody });
    member.stopSession();
  }

  private becomeEmpty(): void {
    this.currentState = 'Empty';
    this.currentProtocol = '';
    this.leader = '';
  }

  private joinAnswer(member: Member): JoinAnswer {
    return {
      error: ErrorCode.none,
      generation: this.generation,
      protocol: this.protocol,
      leader: this.leader,
      memberId: member.id,
      members: member.id === this.leader ? this.roster() : [],
    };
  }

  private roster(): JoinAnswer['members'] {
    return this.memberList().map((member) => ({ memberId: member.id, metadata: member.metadataFor(this.protocol) }));
  }

  private longestRebalanceMs(): number {
    return Math.max(0, ...this.memberList().map((member) => member.request.rebalanceTimeoutMs));
  }

  private startPhase(ms: number, onEnd: () => void): void {
    clearTimeout(this.phaseTimer);
    this.phaseTimer = setTimeout(onEnd, ms);
  }
}

const newId = ({ clientId }: JoinRequest): string => `${clientId}-${randomUUID()}`;
