import { type AppliedFile } from '../domain/applied-file.js';

/** Which configuration file was applied last. */
export interface AppliedFiles {
  /**
   * One ledger at a time: the work is given the file that was applied last, or null, and gives the one that is applied
   * now, null where that is the last one still. What it throws leaves nothing behind here.
   */
  apply(work: (last: AppliedFile | null) => Promise<AppliedFile | null>): Promise<void>;
}
