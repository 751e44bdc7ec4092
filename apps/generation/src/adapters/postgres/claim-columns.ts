import { type Question, type RepairRequest } from '#libs/contracts';
import { type Digest } from '#libs/kernel';

import { type AttemptState } from '../../domain/attempt.js';
import { type Claim, type RecordedAttempt } from '../../ports/job-queue.port.js';

/** bigint and numeric columns come as text. */
export interface ClaimColumns {
  readonly job_id: string;
  readonly fencing_token: string;
  readonly namespace: string;
  readonly interaction_id: string;
  readonly ordinal: 0 | 1;
  readonly channel: string;
  readonly question_digest: Digest;
  readonly traceparent: string | null;
  readonly question: Buffer;
  readonly errors: Buffer;
  readonly remaining_ms: string;
  readonly claimed_at: Date;
  readonly turn: string;
}

export interface AttemptColumns {
  readonly job_id: string;
  readonly number: number;
  readonly profile_id: string;
  readonly state: AttemptState;
  readonly code: string | null;
  readonly latency_ms: string | null;
  readonly input_tokens: string | null;
  readonly output_tokens: string | null;
  readonly cost: string | null;
  readonly currency: string | null;
  readonly estimated: boolean;
}

export function claimOf(
  row: ClaimColumns,
  attempts: readonly AttemptColumns[],
  earlier: readonly AttemptColumns[],
): Claim {
  const ofJob = (all: readonly AttemptColumns[]) => all.filter(({ job_id: jobId }) => jobId === row.job_id);
  return {
    jobId: row.job_id,
    fencingToken: row.fencing_token,
    job: {
      namespace: row.namespace,
      interactionId: row.interaction_id,
      ordinal: row.ordinal,
      channel: row.channel,
      questionDigest: row.question_digest,
      traceparent: row.traceparent ?? undefined,
      content: {
        question: JSON.parse(row.question.toString()) as Question,
        errors: JSON.parse(row.errors.toString()) as RepairRequest['errors'],
      },
    },
    questionBytes: row.question.length,
    attempts: ofJob(attempts).map(attemptOf),
    earlierAttempts: ofJob(earlier).map(attemptOf),
    remainingMs: Number(row.remaining_ms),
    claimedAt: row.claimed_at,
  };
}

function attemptOf(row: AttemptColumns): RecordedAttempt {
  return {
    number: row.number,
    profile: row.profile_id,
    state: row.state,
    code: row.code,
    latencyMs: numberOrNull(row.latency_ms),
    usage: {
      inputTokens: numberOrNull(row.input_tokens),
      outputTokens: numberOrNull(row.output_tokens),
      cost: row.cost,
      currency: row.currency,
      ...(row.estimated ? { estimated: true } : {}),
    },
  };
}

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));
