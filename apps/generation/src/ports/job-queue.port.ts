import { type DraftAttempt, type Usage } from '#libs/contracts';
import { type Transaction } from '#libs/event-flow';
import { type Digest } from '#libs/kernel';

import { type AttemptState } from '../domain/attempt.js';
import { type Job } from '../domain/job.js';

export interface RecordedAttempt {
  readonly number: number;
  readonly state: AttemptState;
  readonly code: string | null;
  readonly latencyMs: number | null;
  readonly usage: Usage;
  /** The profile that was called. */
  readonly profile: string;
}

/** A job that this worker holds until its lease ends; the fencing token tells it from every later holder. */
export interface Claim {
  readonly jobId: string;
  readonly fencingToken: string;
  readonly job: Job;
  /** Size of the question as it is kept. */
  readonly questionBytes: number;
  readonly attempts: readonly RecordedAttempt[];
  /** For a repair: the attempts of the answer that it repairs. */
  readonly earlierAttempts?: readonly RecordedAttempt[];
  /** Milliseconds until the question's time is up by the database's clock; negative when it is. */
  readonly remainingMs: number;
  /** The database's clock at the claim. */
  readonly claimedAt: Date;
}

/** A provider's response as it was received, for diagnosis. It is content. */
export interface RawBody {
  /** From the beginning, up to 1 MiB. */
  readonly body: Uint8Array;
  readonly receivedBytes: number;
}

export interface JobEnd {
  /** The attempt that ended with the job, null where none did. */
  readonly attempt: DraftAttempt | null;
  /** The attempt's response, null where none came. */
  readonly raw?: RawBody | null;
  readonly draftDigest: Digest;
  /** null for a response. */
  readonly code: string | null;
}

/** Every change of a job is fenced: false where another worker holds it by now. */
export interface JobQueue {
  /**
   * Up to `count` jobs that are due or whose lease has ended, taking turns over the namespaces. Those of `held` are
   * passed over: this very process still works on them, and a lease that ran out in an outage ends nothing here.
   */
  claim(count: number, held?: readonly string[]): Promise<readonly Claim[]>;
  renew(claim: Claim): Promise<boolean>;
  /** Back into the queue untouched, an attempt that this holder began and did not send forgotten; never during a call. */
  giveBack(claim: Claim): Promise<boolean>;
  /** Lets the job rest for `waitMs`, and records the refused attempt if there was one. */
  postpone(claim: Claim, refused: DraftAttempt | null, waitMs: number): Promise<boolean>;
  /** Ends the job, and its last attempt with it. No job ends while an attempt of it is open, or not on record. */
  finish(tx: Transaction, claim: Claim, end: JobEnd): Promise<boolean>;
}

export interface AttemptRecord {
  /** Commits SENDING, and renews the lease; false where the lease or the question's time is over. */
  begin(claim: Claim, number: number, profileId: string): Promise<boolean>;
  /** Ends an attempt that was refused, while the job stays held: another profile is asked. */
  refused(claim: Claim, attempt: DraftAttempt): Promise<void>;
  /** A fenced answer: its cost is kept, its text unused. */
  receivedLate(claim: Claim, attempt: DraftAttempt): Promise<void>;
}
