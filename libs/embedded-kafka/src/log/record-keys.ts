/** Says whether each of `count` records, in plain, has a key; false where they cannot be read. */
export function everyRecordHasKey(records: Buffer, count: number): boolean {
  let from = 0;
  for (let index = 0; index < count; index += 1) {
    const length = readVarint(records, from);
    if (length === undefined || length.value <= 0) return false;
    if (!hasKey(records, length.next)) return false;
    from = length.next + length.value;
  }
  return from === records.length;
}

/** A record: attributes (one byte), timestamp and offset deltas, then the length of the key, -1 for none. */
function hasKey(records: Buffer, from: number): boolean {
  const timestamp = readVarint(records, from + 1);
  const offset = timestamp && readVarint(records, timestamp.next);
  const keyLength = offset && readVarint(records, offset.next);
  return keyLength !== undefined && keyLength.value >= 0;
}

/** A zig-zag varint of up to ten bytes, as a number: exact below 2^53, which is all that is asked of it here. */
function readVarint(data: Buffer, from: number): { value: number; next: number } | undefined {
  let zigzag = 0n;
  for (let index = 0; index < 10; index += 1) {
    const byte = data[from + index];
    if (byte === undefined) return undefined;
    zigzag |= BigInt(byte & 0x7f) << BigInt(7 * index);
    if (byte < 0x80) return { value: Number((zigzag >> 1n) ^ -(zigzag & 1n)), next: from + index + 1 };
  }
  return undefined;
}
