import { type Question, type RepairRequest } from '#libs/contracts';
import { type Digest } from '#libs/kernel';

/** Names a job: 0 is the answer, 1 its one repair. */
export interface JobKey {
  readonly namespace: string;
  readonly interactionId: string;
  readonly ordinal: 0 | 1;
}

/** What a draft is made from. It is content: purged three days after the outcome. */
export interface JobContent {
  readonly question: Question;
  /** The structural errors of the draft that is to be repaired; empty for the answer itself. */
  readonly errors: RepairRequest['errors'];
}

/** A job as it is filed and worked on. Its time counts by the database's clock from when the question was first seen. */
export interface Job extends JobKey {
  readonly channel: string;
  readonly questionDigest: Digest;
  readonly content: JobContent;
  readonly traceparent: string | undefined;
}
