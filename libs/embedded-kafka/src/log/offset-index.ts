/** Bytes of log between two entries: what a look-up may have to skip. */
export const indexInterval = 4096;

/** A sparse index of one segment: the position of some batches by their first offset. Held in memory, rebuilt at start. */
export class OffsetIndex {
  private readonly offsets: number[] = [];
  private readonly positions: number[] = [];

  /** Notes a batch; most are too near to the last entry to be kept. Calls come in the order of the log. */
  note(offset: number, position: number): void {
    const last = this.positions.at(-1);
    if (last !== undefined && position - last < indexInterval) return;
    this.offsets.push(offset);
    this.positions.push(position);
  }

  /** The position of the nearest noted batch that starts at or before `offset`. */
  positionBefore(offset: number): number {
    let low = 0;
    let high = this.offsets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.offsets[middle] ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.positions[low - 1] ?? 0;
  }
}
