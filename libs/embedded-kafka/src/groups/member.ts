import { ErrorCode } from '../protocol/error-code.js';

export interface MemberProtocol {
  name: string;
  metadata: Buffer;
}

export interface JoinRequest {
  /** Empty for a client that has no id yet. */
  memberId: string;
  clientId: string;
  clientHost: string;
  sessionTimeoutMs: number;
  rebalanceTimeoutMs: number;
  protocolType: string;
  protocols: MemberProtocol[];
  /** Answer a client without an id with one and let it ask again, so that a lost answer leaves no ghost member (KIP-394). */
  requireKnownMemberId: boolean;
}

export interface JoinAnswer {
  error: ErrorCode;
  generation: number;
  protocol: string;
  leader: string;
  memberId: string;
  members: { memberId: string; metadata: Buffer }[];
}

export interface SyncAnswer {
  error: ErrorCode;
  assignment: Buffer;
}

export function joinRefused(error: ErrorCode, memberId: string): JoinAnswer {
  return { error, generation: -1, protocol: '', leader: '', memberId, members: [] };
}

/** One consumer of a group: what it can do, what it was given, and the calls of it that are still unanswered. */
export class Member {
  assignment: Buffer = Buffer.alloc(0);
  private joining: ((answer: JoinAnswer) => void) | undefined;
  private syncing: ((answer: SyncAnswer) => void) | undefined;
  private sessionTimer: NodeJS.Timeout | undefined;

  constructor(
    readonly id: string,
    public request: JoinRequest,
    private readonly onExpired: () => void,
  ) {}

  get awaitsJoin(): boolean {
    return this.joining !== undefined;
  }

  get awaitsSync(): boolean {
    return this.syncing !== undefined;
  }

  /**
   * While a call waits the member is alive by definition, so the session stands still. A call that came before on another
   * connection is answered first: nobody may wait for ever.
   */
  join(request: JoinRequest): Promise<JoinAnswer> {
    this.answerJoin(joinRefused(ErrorCode.rebalanceInProgress, this.id));
    this.request = request;
    this.stopSession();
    return new Promise((resolve) => (this.joining = resolve));
  }

  sync(): Promise<SyncAnswer> {
    this.answerSync({ error: ErrorCode.rebalanceInProgress, assignment: Buffer.alloc(0) });
    this.stopSession();
    return new Promise((resolve) => (this.syncing = resolve));
  }

  answerJoin(answer: JoinAnswer): void {
    this.joining?.(answer);
    this.joining = undefined;
    this.keepAlive();
  }

  answerSync(answer: SyncAnswer): void {
    this.syncing?.(answer);
    this.syncing = undefined;
    this.keepAlive();
  }

  /** Starts the session anew. */
  keepAlive(): void {
    this.stopSession();
    if (this.joining || this.syncing) return;
    this.sessionTimer = setTimeout(this.onExpired, this.request.sessionTimeoutMs);
  }

  stopSession(): void {
    clearTimeout(this.sessionTimer);
  }

  metadataFor(protocol: string): Buffer {
    return this.request.protocols.find((each) => each.name === protocol)?.metadata ?? Buffer.alloc(0);
  }

  offersTheSameAs(request: JoinRequest): boolean {
    const mine = this.request.protocols;
    return (
      mine.length === request.protocols.length &&
      mine.every((each, at) => {
        const other = request.protocols[at];
        return other?.name === each.name && each.metadata.equals(other.metadata);
      })
    );
  }
}
