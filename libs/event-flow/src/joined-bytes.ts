/** Columns of bytes as parameters of a statement for many rows. */
export interface JoinedBytes {
  /** All of them, one after the other: bytes in an array would travel as hexadecimal text. */
  readonly bytes: Buffer;
  /** For each row where its bytes begin, counted from 1 as `substr` does; null for none. */
  readonly starts: readonly (number | null)[];
  readonly lengths: readonly (number | null)[];
}

/** `substr($bytes::bytea, start, length)` is each row's column again, and null for null. */
export function joinedBytes(all: readonly (Buffer | null)[]): JoinedBytes {
  let next = 1;
  const starts = all.map((one) => {
    const start = next;
    next += one?.length ?? 0;
    return one && start;
  });
  return {
    bytes: Buffer.concat(all.filter((one) => one !== null)),
    starts,
    lengths: all.map((one) => one && one.length),
  };
}
