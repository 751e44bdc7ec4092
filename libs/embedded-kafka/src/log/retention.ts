/** How long and how much of a log is kept; a negative number sets no limit. */
export interface RetentionLimits {
  retentionMs: number;
  retentionBytes: number;
}

interface Extent {
  sizeInBytes: number;
  maxTimestamp: number;
}

/** How many of the oldest segments go: those whose newest record is too old, and those without which the log is still big enough. */
export function segmentsToDrop(segments: readonly Extent[], limits: RetentionLimits, now: number): number {
  return Math.max(tooOld(segments, limits.retentionMs, now), tooMany(segments, limits.retentionBytes));
}

function tooOld(segments: readonly Extent[], retentionMs: number, now: number): number {
  if (retentionMs < 0) return 0;
  const kept = segments.findIndex((each) => each.sizeInBytes === 0 || each.maxTimestamp >= now - retentionMs);
  return kept === -1 ? segments.length : kept;
}

function tooMany(segments: readonly Extent[], retentionBytes: number): number {
  if (retentionBytes < 0) return 0;
  let rest = segments.reduce((sum, each) => sum + each.sizeInBytes, 0);
  const kept = segments.findIndex((each) => (rest -= each.sizeInBytes) < retentionBytes);
  return Math.min(kept === -1 ? segments.length : kept, segments.length - 1);
}
