import { type Configuration, emptyConfigurationLog, readConfiguration, withChanges } from '#libs/contracts';

import { changesOfFile } from './changes-of-file.js';

const fileOf = (more: Partial<Configuration> = {}) => {
  const read = readConfiguration({
    revision: 1,
    profiles: [{ id: 'e', adapter: 'extractive', enabled: true }],
    policies: [{ id: 'p', namespace: null, channel: null, profile: 'e', allowUnprobed: [], reviewWithinMs: 60_000 }],
    channels: [{ id: 'web', namespaces: 'every' }],
    apiTokens: [],
    ...more,
  });
  if (!read.ok) throw new Error(read.failure.pointer);
  return read.value;
};
const file = fileOf();
const seeded = withChanges(emptyConfigurationLog, changesOfFile(emptyConfigurationLog, file, null));
const edited = withChanges(seeded, [
  { configRevision: 4, kind: 'channel', id: 'desk', item: { id: 'desk', namespaces: 'every' } },
]);

describe('the changes of a configuration file', () => {
  it('given an empty topic, then the whole file, even where it was applied before', () => {
    expect(changesOfFile(emptyConfigurationLog, file, null)).toHaveLength(3);
    expect(changesOfFile(emptyConfigurationLog, file, file.digest)).toHaveLength(3);
  });

  it('given the file that was applied last, then what was changed since stays', () => {
    expect(changesOfFile(edited, file, file.digest)).toEqual([]);
  });

  it('given another file, then the file holds whole', () => {
    const other = fileOf({ channels: [{ id: 'mail', namespaces: 'every' }] });
    expect(changesOfFile(edited, other, file.digest)).toEqual([
      { configRevision: 5, kind: 'channel', id: 'mail', item: { id: 'mail', namespaces: 'every' } },
      { configRevision: 6, kind: 'channel', id: 'web', retired: true },
      { configRevision: 7, kind: 'channel', id: 'desk', retired: true },
    ]);
  });

  it('given a write that broke off, then only what is missing', () => {
    const [first, second] = changesOfFile(emptyConfigurationLog, file, null);
    const half = withChanges(emptyConfigurationLog, [first!, second!]);
    expect(changesOfFile(half, file, null).map(({ configRevision, kind }) => [configRevision, kind])).toEqual([
      [3, 'policy'],
    ]);
  });
});
