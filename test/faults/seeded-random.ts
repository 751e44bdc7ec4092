/** The same seed gives the same choices: a run can be repeated. */
export interface SeededRandom {
  /** From 0 up to, and without, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
  /** `canary-` and 18 hexadecimal digits, as the scripted provider makes them. */
  canary(): string;
}

/** mulberry32: 32 bits of state, good enough to mix faults with. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new RangeError('nothing to pick from');
    return from[between(0, from.length - 1)] as T;
  };
  const shuffled = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => [next(), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item);
  const canary = (): string => `canary-${Array.from({ length: 18 }, () => between(0, 15).toString(16)).join('')}`;
  return { next, between, pick, shuffled, canary };
}
