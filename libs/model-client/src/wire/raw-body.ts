import { type RawResponse } from '../model-client.port.js';

const keptBytes = 1024 * 1024;

/** Keeps the beginning of a response as it was received, for diagnosis. */
export class RawBody {
  readonly #pieces: Uint8Array[] = [];
  #kept = 0;
  #received = 0;

  add(bytes: Uint8Array): void {
    this.#received += bytes.byteLength;
    const room = keptBytes - this.#kept;
    if (room <= 0) return;
    const piece = bytes.byteLength > room ? bytes.subarray(0, room) : bytes;
    this.#pieces.push(piece);
    this.#kept += piece.byteLength;
  }

  response(): RawResponse {
    return { body: Buffer.concat(this.#pieces), receivedBytes: this.#received };
  }
}
