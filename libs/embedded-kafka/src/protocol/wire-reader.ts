/** Thrown when a request cannot be read; the connection that sent it is closed, the broker goes on. */
export class MalformedRequest extends Error {
  override readonly name = 'MalformedRequest';
}

/** Reads the big-endian primitives of the Kafka protocol; every read is checked against the end of the frame. */
export class WireReader {
  private at = 0;

  constructor(private readonly frame: Buffer) {}

  get remaining(): number {
    return this.frame.length - this.at;
  }

  int8(): number {
    return this.frame.readInt8(this.advance(1));
  }

  int16(): number {
    return this.frame.readInt16BE(this.advance(2));
  }

  int32(): number {
    return this.frame.readInt32BE(this.advance(4));
  }

  /** Offsets, timestamps and producer ids: all below 2^53 in a broker of this size; anything else is a hostile frame. */
  int64(): number {
    const value = Number(this.frame.readBigInt64BE(this.advance(8)));
    if (!Number.isSafeInteger(value)) throw new MalformedRequest('a 64-bit number is out of range');
    return value;
  }

  text(length: number): string {
    return this.slice(length).toString('utf8');
  }

  /** A view into the frame, not a copy. */
  slice(length: number): Buffer {
    const from = this.advance(length);
    return this.frame.subarray(from, from + length);
  }

  private advance(length: number): number {
    if (length < 0 || length > this.remaining) throw new MalformedRequest('a field ends behind its frame');
    const from = this.at;
    this.at += length;
    return from;
  }
}
