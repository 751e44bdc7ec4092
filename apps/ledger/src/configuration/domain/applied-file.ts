import { type Digest } from '#libs/kernel';

/** A configuration file that was applied. */
export interface AppliedFile {
  readonly digest: Digest;
  /** The last revision on the topic with it. */
  readonly revision: number;
}
