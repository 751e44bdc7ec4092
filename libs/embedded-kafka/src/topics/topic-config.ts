/** The configuration of a topic as the log uses it. Times in ms, sizes in bytes, -1 for no limit. */
export interface TopicSettings {
  retentionMs: number;
  retentionBytes: number;
  segmentBytes: number;
  maxMessageBytes: number;
  /** Batches are kept in plain: every client can read them, and their limit counts what they hold. */
  uncompressed: boolean;
  compacted: boolean;
}

interface ConfigKey {
  fallback: string;
  accepts(value: string): boolean;
}

const week = 7 * 24 * 60 * 60 * 1000;
const mebibyte = 1024 * 1024;

const atLeast = (least: number) => (value: string) =>
  /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value)) && Number(value) >= least;
const oneOf =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value);

/**
 * The keys that a topic may set. Of `cleanup.policy=compact` nothing is compacted: everything is kept, which every reader of a
 * compacted topic has to live with anyway. What the broker cannot keep (LogAppendTime, another compression) is refused.
 */
const keys: Record<string, ConfigKey> = {
  'cleanup.policy': { fallback: 'delete', accepts: oneOf('delete', 'compact', 'compact,delete', 'delete,compact') },
  'retention.ms': { fallback: String(week), accepts: atLeast(-1) },
  'retention.bytes': { fallback: '-1', accepts: atLeast(-1) },
  'segment.bytes': { fallback: String(64 * mebibyte), accepts: atLeast(1024) },
  'max.message.bytes': { fallback: String(mebibyte + 12), accepts: atLeast(0) },
  'message.timestamp.type': { fallback: 'CreateTime', accepts: oneOf('CreateTime') },
  'compression.type': { fallback: 'producer', accepts: oneOf('producer', 'uncompressed') },
  'min.insync.replicas': { fallback: '1', accepts: oneOf('1') },
  'delete.retention.ms': { fallback: String(24 * 60 * 60 * 1000), accepts: atLeast(0) },
  'min.cleanable.dirty.ratio': { fallback: '0.5', accepts: (value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value) },
};

export type ConfigProblem = { key: string; problem: 'unknown key' | 'value not accepted' };

/** The first thing wrong with a set of configs, if any. */
export function configProblem(configs: Record<string, string>): ConfigProblem | undefined {
  for (const [key, value] of Object.entries(configs)) {
    const known = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (!known) return { key, problem: 'unknown key' };
    if (!known.accepts(value)) return { key, problem: 'value not accepted' };
  }
  return undefined;
}

/** Every key with its value in force, and whether that is the default. */
export function effectiveConfigs(
  configs: Record<string, string>,
): { name: string; value: string; isDefault: boolean }[] {
  return Object.entries(keys).map(([name, { fallback }]) => ({
    name,
    value: configs[name] ?? fallback,
    isDefault: configs[name] === undefined,
  }));
}

export function topicSettings(configs: Record<string, string>): TopicSettings {
  const value = (key: string) => Number(configs[key] ?? keys[key]?.fallback);
  const keepsAll = configs['cleanup.policy'] === 'compact';
  return {
    retentionMs: keepsAll ? -1 : value('retention.ms'),
    retentionBytes: keepsAll ? -1 : value('retention.bytes'),
    segmentBytes: value('segment.bytes'),
    maxMessageBytes: value('max.message.bytes'),
    uncompressed: configs['compression.type'] === 'uncompressed',
    compacted: configs['cleanup.policy']?.includes('compact') ?? false,
  };
}
