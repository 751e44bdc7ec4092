import { type RepairRequest } from '#libs/contracts';
import { type Transaction } from '#libs/event-flow';
import { type Digest } from '#libs/kernel';

import { type JobKey, type Job } from '../domain/job.js';

export type Filed = 'filed' | 'duplicate' | 'reused';
export type Interaction = Pick<JobKey, 'namespace' | 'interactionId'>;

/** What is known of a question's answer job. */
export interface AnswerJob {
  readonly channel: string;
  readonly questionDigest: Digest;
  /** null until the job is done. */
  readonly draftDigest: Digest | null;
  /** False once the content was purged. */
  readonly holdsContent: boolean;
}

export interface NewRepair extends Interaction {
  readonly errors: RepairRequest['errors'];
  readonly traceparent: string | undefined;
}

/** Files jobs, one for each (namespace, interaction, ordinal), in the caller's transaction. */
export interface JobFiling {
  /** A known job with the same question digest is a duplicate, with another one the id was used again. */
  file(tx: Transaction, job: Job, timeMs: number): Promise<Filed>;
  /** The answer job, locked, or undefined. */
  findAnswer(tx: Transaction, interaction: Interaction): Promise<AnswerJob | undefined>;
  /** Ordinal 1 with the content and the deadline of ordinal 0, which must be there; once, however often it is asked. */
  fileRepair(tx: Transaction, repair: NewRepair): Promise<void>;
}
