/** How long a draft waits for the configuration that it was made under, counted from when this process first saw it. */
export interface ConfigurationWait {
  isOver(record: string): boolean;
  forget(record: string): void;
}

export const maxWaitMs = 60_000;
/** A record that went to another instance is never asked about again; its mark is dropped after this long. */
const staleMs = 10 * maxWaitMs;

/** `now` is a monotonic clock in milliseconds. */
export function configurationWait(now: () => number): ConfigurationWait {
  const firstSeen = new Map<string, number>();
  const dropStale = (): void => {
    for (const [record, seen] of firstSeen) {
      if (now() - seen < staleMs) return;
      firstSeen.delete(record);
    }
  };
  return {
    isOver(record) {
      dropStale();
      const seen = firstSeen.get(record) ?? now();
      firstSeen.set(record, seen);
      const over = now() - seen >= maxWaitMs;
      if (over) firstSeen.delete(record);
      return over;
    },
    forget: (record) => void firstSeen.delete(record),
  };
}
