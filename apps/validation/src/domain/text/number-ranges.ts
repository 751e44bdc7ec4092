/** Citation numbers from `first` to `last`, both included: a few characters can name very many of them. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** The same numbers, lowest first, each in one range alone. */
export function merged(ranges: readonly NumberRange[]): NumberRange[] {
  const kept: NumberRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = kept.at(-1);
    if (before === undefined || range.first > before.last + 1) kept.push(range);
    else if (range.last > before.last) kept[kept.length - 1] = { first: before.first, last: range.last };
  }
  return kept;
}

/** How many numbers merged ranges hold. */
export const sizeOf = (ranges: readonly NumberRange[]): number =>
  ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);

export const spelledOut = (ranges: readonly NumberRange[]): number[] =>
  ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_none, at) => first + at));
