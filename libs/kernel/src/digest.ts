import { hash } from 'node:crypto';

import { canonicalJson } from './canonical-json.js';

/** `sha256:` and 64 lower-case hexadecimal digits. */
export type Digest = `sha256:${string}`;

export const digestPattern = '^sha256:[0-9a-f]{64}$';

/** SHA-256 of the bytes; a string counts as its UTF-8 bytes. */
export function sha256(input: string | Uint8Array): Digest {
  return `sha256:${hash('sha256', input)}`;
}

/** SHA-256 of the RFC 8785 form of a JSON value. */
export function digestOfJson(value: unknown): Digest {
  return sha256(canonicalJson(value));
}
