/** Payloads of at least this size (bytes) are passed on by reference instead of being copied. */
const byReferenceFrom = 4096;

/** Writes the big-endian primitives of the Kafka protocol into a list of buffers. */
export class WireWriter {
  private readonly done: Buffer[] = [];
  private current = Buffer.allocUnsafe(512);
  private used = 0;

  int8(value: number): void {
    this.used = this.room(1).writeInt8(value, this.used);
  }

  int16(value: number): void {
    this.used = this.room(2).writeInt16BE(value, this.used);
  }

  int32(value: number): void {
    this.used = this.room(4).writeInt32BE(value, this.used);
  }

  int64(value: number): void {
    this.used = this.room(8).writeBigInt64BE(BigInt(value), this.used);
  }

  unsignedVarint(value: number): void {
    let rest = value >>> 0;
    for (; rest > 0x7f; rest >>>= 7) this.int8((((rest & 0x7f) | 0x80) << 24) >> 24);
    this.int8(rest);
  }

  raw(bytes: Buffer): void {
    if (bytes.length >= byReferenceFrom) return this.reference(bytes);
    const target = this.room(bytes.length);
    this.used += bytes.copy(target, this.used);
  }

  /** Everything written so far, in order. */
  finish(): Buffer[] {
    this.seal();
    return this.done;
  }

  private reference(bytes: Buffer): void {
    this.seal();
    this.done.push(bytes);
  }

  private seal(): void {
    if (this.used > 0) this.done.push(this.current.subarray(0, this.used));
    this.current = this.current.subarray(this.used);
    this.used = 0;
  }

  private room(length: number): Buffer {
    if (this.used + length > this.current.length) {
      this.seal();
      this.current = Buffer.allocUnsafe(Math.max(length, 4096));
    }
    return this.current;
  }
}
