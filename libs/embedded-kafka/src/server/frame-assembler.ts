import { MalformedRequest } from '../protocol/wire-reader.js';

const lengthBytes = 4;

/** Cuts a byte stream into the frames of the protocol: a 32-bit length, then so many bytes. */
export class FrameAssembler {
  private chunks: Buffer[] = [];
  private held = 0;

  constructor(private readonly largestFrame: number) {}

  /**
   * Takes the next chunk and returns the frames that are whole now, without their length.
   * @throws MalformedRequest if a frame claims to be larger than allowed.
   */
  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.held += chunk.length;
    const frames: Buffer[] = [];
    for (let frame = this.take(); frame; frame = this.take()) frames.push(frame);
    return frames;
  }

  private take(): Buffer | undefined {
    if (this.held < lengthBytes) return undefined;
    const total = lengthBytes + this.frameLength();
    if (this.held < total) return undefined;
    const data = this.joined();
    this.chunks = data.length > total ? [data.subarray(total)] : [];
    this.held -= total;
    return data.subarray(lengthBytes, total);
  }

  private frameLength(): number {
    const first = this.chunks[0];
    const length = (first && first.length >= lengthBytes ? first : this.joined()).readInt32BE(0);
    if (length < 0 || length > this.largestFrame) throw new MalformedRequest('a frame is larger than allowed');
    return length;
  }

  /** Joins once for each whole frame (and once for a length that came in pieces), not once for each chunk. */
  private joined(): Buffer {
    const data = this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks);
    this.chunks = [data];
    return data;
  }
}
