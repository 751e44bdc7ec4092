/** One thing that a run must show; `met` is null where it could not be measured, and the sentence says why. */
export interface Aim {
  readonly name: string;
  readonly says: string;
  readonly value: number | null;
  readonly met: boolean | null;
}

export const atMost = (name: string, value: number | null, limit: number, says: string): Aim => ({
  name,
  says,
  value,
  met: value === null ? null : value <= limit,
});

export const atLeast = (name: string, value: number | null, limit: number, says: string): Aim => ({
  name,
  says,
  value,
  met: value === null ? null : value >= limit,
});

/** A missed aim fails the run; what was not measured is said and fails nothing. */
export const allMet = (aims: readonly Aim[]): boolean => aims.every(({ met }) => met !== false);
