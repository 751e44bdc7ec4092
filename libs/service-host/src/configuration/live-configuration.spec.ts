import {
  changesBetween,
  configChangedEvent,
  type Configuration,
  type ConfigurationChange,
  emptyConfigurationLog,
  type IncomingRecord,
} from '#libs/contracts';

import { LiveConfiguration } from './live-configuration.js';

const configuration: Configuration = {
  revision: 1,
  profiles: [{ id: 'e', adapter: 'extractive', enabled: true }],
  policies: [{ id: 'p', namespace: null, channel: null, profile: 'e', allowUnprobed: [], reviewWithinMs: 60_000 }],
  channels: [{ id: 'web', namespaces: 'every' }],
  apiTokens: [],
};
const whole = changesBetween(emptyConfigurationLog, configuration);
const desk = { kind: 'channel', id: 'desk', item: { id: 'desk', namespaces: 'every' } };

let lines: { readonly level: string; readonly fields: Readonly<Record<string, unknown>> }[];
let changed: number;
let live: LiveConfiguration;

beforeEach(() => {
  lines = [];
  changed = 0;
  const line = (level: string) => (fields: Readonly<Record<string, unknown>>) => void lines.push({ level, fields });
  live = new LiveConfiguration({ info: line('info'), warn: line('warn'), error: line('error') }, () => (changed += 1));
});

function recordOf(change: ConfigurationChange): IncomingRecord {
  const made = configChangedEvent(change, '2026-11-30T13:00:00Z');
  if (!made.ok) throw new Error('too large');
  const { topic, key, headers, value } = made.value;
  const pairs = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)] as const);
  return { topic, partition: 0, offset: '0', timestamp: '0', key: Buffer.from(key), headers: pairs, value };
}
const take = (...changes: ConfigurationChange[]) => live.take(changes.map(recordOf));
const inForce = () => live.snapshot?.revision ?? null;

describe('the live configuration', () => {
  it('given records before the end, then nothing is in force; at the end, all of them at once', () => {
    take(...whole);
    expect([inForce(), live.reason, changed]).toEqual([null, 'config.reading', 0]);
    live.endReached();
    expect([inForce(), live.reason, changed]).toEqual([3, null, 1]);
  });

  it('given an empty topic, then it says so, and takes what comes', () => {
    live.endReached();
    expect([inForce(), live.reason]).toEqual([null, 'config.empty']);
    take(...whole);
    expect([inForce(), live.reason, changed]).toEqual([3, null, 1]);
  });

  it('given changes in one batch, then each is a revision, and former snapshots stay as they were', () => {
    take(...whole);
    live.endReached();
    const former = live.snapshot;
    take({ configRevision: 4, ...desk }, { configRevision: 5, kind: 'channel', id: 'desk', retired: true });
    expect([inForce(), changed, former?.revision]).toEqual([5, 3, 3]);
    expect(live.snapshot?.channels).toEqual(former?.channels);
    expect(live.snapshot?.digest).not.toBe(former?.digest);
  });

  it('given a change that leaves a name dangling, then the former stays until it is mended', () => {
    take(...whole);
    live.endReached();
    take({ configRevision: 4, kind: 'profile', id: 'e', retired: true });
    expect([inForce(), live.reason]).toEqual([3, 'config.invalid']);
    const warned = lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields);
    expect(warned).toEqual([
      { code: 'config.invalid', pointer: '/profiles', says: expect.any(String), configRevision: 4 },
    ]);
    take({ configRevision: 5, kind: 'profile', id: 'e', item: configuration.profiles[0] });
    expect([inForce(), live.reason]).toEqual([5, null]);
  });

  it('given a record of a kind that a later version knows, then it holds until its key is retired', () => {
    take(...whole);
    live.endReached();
    const gadget = { ...recordOf({ configRevision: 4, ...desk }), key: Buffer.from('gadget/desk') };
    live.take([gadget]);
    expect([inForce(), live.reason]).toEqual([3, 'config.invalid']);
    take({ configRevision: 5, kind: 'gadget', id: 'desk', retired: true });
    expect([inForce(), live.reason]).toEqual([5, null]);
  });

  it('given a record under a key that names nothing, then it is told and changes nothing', () => {
    take(...whole);
    live.endReached();
    live.take([
      { ...recordOf({ configRevision: 9, ...desk }), key: Buffer.from('CANARY'), value: Buffer.from('CANARY') },
    ]);
    expect([inForce(), live.reason]).toEqual([3, null]);
    expect(JSON.stringify(lines)).not.toContain('CANARY');
  });
});
