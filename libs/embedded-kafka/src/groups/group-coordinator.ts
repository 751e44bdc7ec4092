import { type CommittedOffset } from '../journal/journal-record.js';
import { type Journal } from '../journal/journal.js';
import { ErrorCode } from '../protocol/error-code.js';
import { Group } from './group.js';
import { type Member } from './member.js';

export interface OffsetToCommit {
  topic: string;
  partition: number;
  commit: CommittedOffset;
}

/** All groups: their members in memory, their offsets in the journal. */
export class GroupCoordinator {
  private readonly groups = new Map<string, Group>();
  private expired = 0;

  /** `log` takes a line for each member whose session is over without a heartbeat, and at the end how many there were. */
  constructor(
    private readonly journal: Journal,
    private readonly initialRebalanceDelayMs: number,
    private readonly log: (line: string) => void,
  ) {}

  /** The group of that name; it comes into being with its first member. */
  groupFor(id: string): Group {
    const known = this.groups.get(id);
    if (known) return known;
    const fresh = new Group(this.initialRebalanceDelayMs, (member) => this.noteExpired(id, member));
    this.groups.set(id, fresh);
    return fresh;
  }

  find(id: string): Group | undefined {
    return this.groups.get(id);
  }

  /** True for a group that has members or offsets. */
  exists(id: string): boolean {
    return this.ids().includes(id);
  }

  ids(): string[] {
    const live = [...this.groups].filter(([, group]) => group.state !== 'Empty').map(([id]) => id);
    return [...new Set([...live, ...this.journal.image.groupIds()])];
  }

  /** Takes offsets of a member, or of a client without membership; resolves when they are durable. */
  async commit(groupId: string, memberId: string, generation: number, offsets: OffsetToCommit[]): Promise<ErrorCode> {
    const error = (this.groups.get(groupId) ?? new Group(0)).judgeCommit(memberId, generation);
    if (error !== ErrorCode.none) return error;
    await this.journal.append(offsets.map((each) => ({ kind: 'commit', group: groupId, ...each })));
    return ErrorCode.none;
  }

  committed(groupId: string, topic: string, partition: number): CommittedOffset | undefined {
    return this.journal.image.committed(groupId, topic, partition);
  }

  committedPartitions(groupId: string): { name: string; partitions: number[] }[] {
    return this.journal.image.committedPartitions(groupId);
  }

  /** Forgets an empty group with its offsets. */
  async delete(groupId: string): Promise<ErrorCode> {
    if (!this.exists(groupId)) return ErrorCode.groupIdNotFound;
    if ((this.groups.get(groupId)?.state ?? 'Empty') !== 'Empty') return ErrorCode.nonEmptyGroup;
    await this.journal.append([{ kind: 'group-deleted', group: groupId }]);
    this.groups.get(groupId)?.close();
    this.groups.delete(groupId);
    return ErrorCode.none;
  }

  close(): void {
    for (const group of this.groups.values()) group.close();
    this.log(`sessions expired: ${this.expired}`);
  }

  private noteExpired(groupId: string, { request }: Member): void {
    this.expired += 1;
    const names = JSON.stringify({ group: groupId, client: request.clientId });
    this.log(`session expired: no heartbeat for ${request.sessionTimeoutMs} ms ${names}`);
  }
}
