/** Median, least and most over the rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: rounded(percentile(sorted, 0.5)),
    min: rounded(sorted[0] ?? NaN),
    max: rounded(sorted.at(-1) ?? NaN),
  };
}

export interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

export function latencyOf(milliseconds: readonly number[]): Latency {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => rounded(percentile(sorted, share));
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}

/** The nearest rank; NaN of nothing. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** Three significant digits: more would be noise. */
export const rounded = (value: number): number => Number(value.toPrecision(3));
