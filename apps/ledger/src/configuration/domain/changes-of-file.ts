import {
  changesBetween,
  type ConfigurationChange,
  type ConfigurationLog,
  configurationOf,
  type ConfigurationSnapshot,
} from '#libs/contracts';
import { type Digest } from '#libs/kernel';

/**
 * What a ledger writes at its start. A file is applied whole, once: what else was changed since stays until the file
 * itself changes. A topic that holds no whole configuration, as a new one, is given the file in any case.
 * @param last the digest of the file that was applied last
 */
export function changesOfFile(
  log: ConfigurationLog,
  file: ConfigurationSnapshot,
  last: Digest | null,
): readonly ConfigurationChange[] {
  if (last === file.digest && configurationOf(log).ok) return [];
  return changesBetween(log, file);
}
