import { type Digest } from '#libs/kernel';

/** Which configuration file was applied last. */
export interface AppliedFiles {
  /**
   * One ledger at a time: the work is given the digest of the file that was applied last, or null, and says which file
   * is applied now. What it throws leaves nothing behind here.
   */
  apply(work: (last: Digest | null) => Promise<AppliedFile | null>): Promise<void>;
}

export interface AppliedFile {
  readonly digest: Digest;
  /** The last revision on the topic with it. */
  readonly revision: number;
}
