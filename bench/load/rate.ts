/** Outcomes in each whole window of `windowMs` from the first time to the last. */
export function perWindow(times: readonly number[], windowMs: number): number[] {
  const [first = 0] = times;
  const windows = Math.floor(((times.at(-1) ?? first) - first) / windowMs);
  const counts = Array.from({ length: windows }, () => 0);
  for (const time of times) {
    const window = Math.floor((time - first) / windowMs);
    if (window < windows) counts[window] = (counts[window] ?? 0) + 1;
  }
  return counts;
}

/** Without the first and the last tenth, one at least on either side: the run's beginning and end are no steady state. */
export function middleOf<T>(windows: readonly T[]): T[] {
  const cut = Math.max(1, Math.ceil(windows.length / 10));
  return windows.slice(cut, windows.length - cut);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The coefficient of variation: standard deviation over mean. */
export function variation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2))) / middle;
}
