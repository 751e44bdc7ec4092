import { type IncomingRecord } from '#libs/contracts';

import { type Verdict } from './next-step.js';

/** How a subscription's mode takes records. */
export interface Handling {
  /** Records taken together at most; each of another lane, or, where `runs`, consecutive ones of each partition. */
  readonly batch: number;
  /** Units under way at once at most. */
  readonly unitsAtOnce: number;
  readonly runs: boolean;
  /** Gives a verdict for each record, in their order. It never rejects. */
  handle(records: readonly IncomingRecord[], signal: AbortSignal): Promise<readonly Verdict[]>;
}
