import { fail, type Result } from '#libs/kernel';

import {
  type Configuration,
  type ConfigurationProblem,
  type ConfigurationSnapshot,
  readConfiguration,
} from './configuration.js';
import { type ConfigurationItem, fromItems, itemKey, itemKinds, itemsOf, sameItem } from './configuration-items.js';
import { type ConfigurationChange } from './events/config-changed.v1.js';

/** What lies on `config.changed.v1`: the last record of each key, and the highest revision of all. */
export interface ConfigurationLog {
  readonly revision: number;
  /** By `<kind>/<id>`. What cannot be read holds everything up until its key is written again. */
  readonly entries: ReadonlyMap<string, ConfigurationChange | 'unreadable'>;
}

export const emptyConfigurationLog: ConfigurationLog = { revision: 0, entries: new Map() };

/** The log with further records, in the order of their offsets. */
export function withChanges(log: ConfigurationLog, changes: readonly ConfigurationChange[]): ConfigurationLog {
  const entries = new Map(log.entries);
  for (const change of changes) entries.set(itemKey(change), change);
  return {
    revision: changes.reduce((most, { configRevision }) => Math.max(most, configRevision), log.revision),
    entries,
  };
}

export function withUnreadable(log: ConfigurationLog, key: string): ConfigurationLog {
  return { ...log, entries: new Map(log.entries).set(key, 'unreadable') };
}

/** The configuration that the log makes, of the highest revision in it; read as strictly as a file. */
export function configurationOf(log: ConfigurationLog): Result<ConfigurationSnapshot, ConfigurationProblem> {
  const unread = [...log.entries].find(([, entry]) => entry === 'unreadable');
  if (unread) return fail({ code: 'config.invalid', pointer: '', says: `the record of ${unread[0]} cannot be read` });
  return readConfiguration(fromItems(log.revision, writtenIn(log)));
}

/** The configuration that these changes make, in whatever way the broker has compacted them. */
export const configurationAt = (changes: readonly ConfigurationChange[]) =>
  configurationOf(withChanges(emptyConfigurationLog, changes));

/**
 * What makes the log's configuration the wanted one: first what is new or other, what is named before who names it;
 * then what is no more, the other way round. Numbered on from the log's revision, or from the wanted one where that is
 * higher; empty where nothing differs.
 */
export function changesBetween(log: ConfigurationLog, wanted: Configuration): ConfigurationChange[] {
  const items = itemsOf(wanted);
  const present = new Map(writtenIn(log).map((item) => [itemKey(item), item]));
  const written = items.filter((item) => !isThere(present.get(itemKey(item)), item));
  const kept = new Set(items.map(itemKey));
  const gone = [...log.entries.entries()].filter(([key, entry]) => !kept.has(key) && !isRetired(entry));
  const changes = [...written, ...gone.map(([key]) => retirementOf(key)).sort(namersFirst)];
  const last = Math.max(log.revision, wanted.revision - 1);
  return changes.map((change, index) => ({ configRevision: last + 1 + index, ...change }));
}

type Entry = ConfigurationChange | 'unreadable';
type Retirement = { readonly kind: string; readonly id: string; readonly retired: true };

const isRetired = (entry: Entry): boolean => entry !== 'unreadable' && 'retired' in entry;
const rankOf = (kind: string): number => itemKinds.findIndex((known) => known.kind === kind);
const namersFirst = (one: Retirement, other: Retirement): number => rankOf(other.kind) - rankOf(one.kind);

const isThere = (present: ConfigurationItem | undefined, { item }: ConfigurationItem): boolean =>
  present !== undefined && sameItem(present.item, item);

function writtenIn({ entries }: ConfigurationLog): ConfigurationItem[] {
  return [...entries.values()].filter((entry) => entry !== 'unreadable').filter((entry) => 'item' in entry);
}

function retirementOf(key: string): Retirement {
  const slash = key.indexOf('/');
  return { kind: key.slice(0, slash), id: key.slice(slash + 1), retired: true };
}
