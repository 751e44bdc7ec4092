import fc from 'fast-check';

import { type Configuration, type ConfigurationSnapshot } from './configuration.js';
import { itemKey } from './configuration-items.js';
import {
  changesBetween,
  configurationAt,
  configurationOf,
  emptyConfigurationLog,
  withChanges,
  withUnreadable,
} from './configuration-log.js';
import { type ConfigurationChange, configChangedV1 } from './events/config-changed.v1.js';

const everywhere = { namespace: null, channel: null, allowUnprobed: [], reviewWithinMs: 1000 };
const base: Configuration = {
  revision: 3,
  profiles: [{ id: 'e', adapter: 'extractive', enabled: true }],
  policies: [{ ...everywhere, id: 'p', profile: 'e' }],
  channels: [{ id: 'web', namespaces: 'every' }],
  apiTokens: [],
};
const seeded = withChanges(emptyConfigurationLog, changesBetween(emptyConfigurationLog, base));
const named = (changes: readonly ConfigurationChange[]) =>
  changes.map((change) => `${change.configRevision} ${'retired' in change ? '-' : '+'}${itemKey(change)}`);

/** Content alone: lists in the order of their ids, no revision and no digest. */
function contentOf({ profiles, policies, channels, upstreams = [], apiTokens }: Configuration) {
  const sorted = <T extends { readonly id: string }>(items: readonly T[]) =>
    [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
  const tokens = apiTokens.map(({ tokenDigest }) => tokenDigest).sort();
  return [sorted(profiles), sorted(policies), sorted(channels), [...upstreams].sort(), tokens];
}

function snapshotAt(changes: readonly ConfigurationChange[]): ConfigurationSnapshot {
  const read = configurationAt(changes);
  if (!read.ok) throw new Error(`${read.failure.pointer} ${read.failure.says}`);
  return read.value;
}

const ids = (...names: string[]) => fc.uniqueArray(fc.constantFrom(...names), { maxLength: names.length });
const principal = { kind: 'agent' as const, id: 'a' };
const configurations: fc.Arbitrary<Configuration> = fc
  .record({
    revision: fc.integer({ min: 1, max: 50 }),
    enabled: fc.boolean(),
    profiles: ids('a', 'b', '__proto__', 'with/slash'),
    channels: fc.uniqueArray(fc.constantFrom('web', 'desk', 'bot'), { minLength: 1 }),
    policies: ids('one', 'two', 'constructor'),
    upstreams: fc.option(ids('crm', 'erp'), { nil: undefined }),
    tokens: ids('0', '1', '2'),
  })
  .map(({ revision, enabled, profiles, channels, policies, upstreams, tokens }) => ({
    revision,
    profiles: ['main', ...profiles].map((id) => ({ id, adapter: 'extractive' as const, enabled })),
    policies: [
      { ...everywhere, id: 'every', profile: 'main' },
      ...policies.map((id, at) => ({ ...everywhere, id, namespace: 'inside', profile: profiles[at] ?? 'main' })),
    ],
    channels: channels.map((id) => ({ id, namespaces: 'every' as const })),
    ...(upstreams ? { upstreams } : {}),
    apiTokens: tokens.map((digit) => ({
      tokenDigest: `sha256:${digit.repeat(64)}` as const,
      principal,
      namespace: 'default',
      channels,
      scopes: ['ask' as const],
      expiresAt: '2099-01-01T00:00:00Z',
    })),
  }));

/** Every change of a ledger that was given these files one after the other. */
function historyOf(files: readonly Configuration[]): ConfigurationChange[] {
  const history: ConfigurationChange[] = [];
  for (const file of files) history.push(...changesBetween(withChanges(emptyConfigurationLog, history), file));
  return history;
}

describe('the log of configuration changes', () => {
  it('given an empty one, then what is named comes first, numbered from the revision of the file', () => {
    const changes = changesBetween(emptyConfigurationLog, { ...base, upstreams: ['crm'] });
    expect(named(changes)).toEqual(['3 +profile/e', '4 +channel/web', '5 +policy/p', '6 +upstream/crm']);
    expect(snapshotAt(changes)).toMatchObject({ revision: 6, profiles: base.profiles, upstreams: ['crm'] });
  });

  it('given another profile under the policy, then no step of the way lacks what the policy names', () => {
    const wanted = {
      ...base,
      profiles: [{ id: 'f', adapter: 'extractive' as const, enabled: true }],
      policies: [{ ...everywhere, id: 'p', profile: 'f' }],
    };
    const changes = changesBetween(seeded, wanted);
    expect(named(changes)).toEqual(['6 +profile/f', '7 +policy/p', '8 -profile/e']);
    for (const step of [1, 2, 3]) {
      expect(configurationOf(withChanges(seeded, changes.slice(0, step)))).toMatchObject({ ok: true });
    }
  });

  it('given a file with a higher revision, then it is numbered on from that', () => {
    const wanted = {
      ...base,
      revision: 90,
      channels: [...base.channels, { id: 'desk', namespaces: 'every' as const }],
    };
    expect(named(changesBetween(seeded, wanted))).toEqual(['90 +channel/desk']);
  });

  it('given a part of it alone, then it is refused as a file would be', () => {
    const [profile] = changesBetween(emptyConfigurationLog, base);
    expect(configurationAt([profile!])).toMatchObject({ ok: false, failure: { code: 'config.invalid' } });
  });

  it('given a record that cannot be read, then nothing is taken until its key is written again', () => {
    const held = withUnreadable(seeded, 'gadget/x');
    expect(configurationOf(held)).toMatchObject({
      ok: false,
      failure: { says: 'the record of gadget/x cannot be read' },
    });
    const healing = changesBetween(held, base);
    expect(named(healing)).toEqual(['6 -gadget/x']);
    expect(configurationOf(withChanges(held, healing))).toMatchObject({ ok: true, value: { revision: 6 } });
  });

  it('given two files, then the difference makes the content of the second of the first', () => {
    fc.assert(
      fc.property(configurations, configurations, (one, other) => {
        const history = historyOf([one, other]);
        expect(contentOf(snapshotAt(history))).toEqual(contentOf(other));
        expect(changesBetween(withChanges(emptyConfigurationLog, history), other)).toEqual([]);
        for (const change of history) expect(configChangedV1.checkWritten(change)).toBeUndefined();
        const numbers = history.map(({ configRevision }) => configRevision);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      }),
    );
  });

  it('given whatever the broker compacts away, then the configuration and its digest are the same', () => {
    fc.assert(
      fc.property(fc.array(configurations, { minLength: 1, maxLength: 5 }), fc.array(fc.boolean()), (files, kept) => {
        const history = historyOf(files);
        const isLast = (change: ConfigurationChange, at: number) =>
          !history.slice(at + 1).some((later) => itemKey(later) === itemKey(change));
        const compacted = history.filter((change, at) => isLast(change, at) || kept[at % Math.max(1, kept.length)]);
        expect(snapshotAt(compacted)).toEqual(snapshotAt(history));
      }),
    );
  });
});
