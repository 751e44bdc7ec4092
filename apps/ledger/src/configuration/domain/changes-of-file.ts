import {
  changesBetween,
  type ConfigurationChange,
  type ConfigurationLog,
  configurationOf,
  type ConfigurationSnapshot,
} from '#libs/contracts';

import { type AppliedFile } from './applied-file.js';

/**
 * What a ledger writes at its start. A file is applied whole, once: what else was changed since stays until the file
 * itself changes. A topic that holds no whole configuration, as a new one, is given the file in any case, and numbers
 * go on from what was known before it.
 */
export function changesOfFile(
  log: ConfigurationLog,
  file: ConfigurationSnapshot,
  last: AppliedFile | null,
): readonly ConfigurationChange[] {
  if (last?.digest === file.digest && configurationOf(log).ok) return [];
  return changesBetween({ ...log, revision: Math.max(log.revision, last?.revision ?? 0) }, file);
}
