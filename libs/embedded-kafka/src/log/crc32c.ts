/** The Castagnoli polynomial, reflected. `zlib.crc32` is the IEEE polynomial and of no use here. */
const polynomial = 0x82f63b78;
const slices = 8;
const tables = buildTables();

function buildTables(): Int32Array {
  const built = new Int32Array(256 * slices);
  for (let byte = 0; byte < 256; byte++) built[byte] = dividedByte(byte);
  for (let at = 256; at < built.length; at++) {
    const previous = built[at - 256] ?? 0;
    built[at] = (built[previous & 0xff] ?? 0) ^ (previous >>> 8);
  }
  return built;
}

function dividedByte(byte: number): number {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ polynomial : rest >>> 1;
  return rest;
}

/** CRC-32C (RFC 3720, appendix B.4) as an unsigned number, eight bytes a step ("slicing by 8"). */
export function crc32c(data: Buffer): number {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
  const eights = bytes.length - (bytes.length % slices);
  let crc = -1;
  for (let at = 0; at < eights; at += slices) crc = stepOfEight(bytes, at, crc);
  for (let at = eights; at < bytes.length; at++) crc = tables[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return (crc ^ -1) >>> 0;
}

function stepOfEight(bytes: Uint8Array, at: number, crc: number): number {
  const low = crc ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
  return (
    tables[1792 + (low & 0xff)]! ^
    tables[1536 + ((low >>> 8) & 0xff)]! ^
    tables[1280 + ((low >>> 16) & 0xff)]! ^
    tables[1024 + (low >>> 24)]! ^
    tables[768 + bytes[at + 4]!]! ^
    tables[512 + bytes[at + 5]!]! ^
    tables[256 + bytes[at + 6]!]! ^
    tables[bytes[at + 7]!]!
  );
}
