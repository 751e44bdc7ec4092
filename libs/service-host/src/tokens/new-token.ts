import { randomBytes } from 'node:crypto';

import { type Digest, sha256 } from '#libs/kernel';

/** A bearer token of 32 random bytes. It is shown once; the configuration keeps its digest alone. */
export function newToken(): { readonly token: string; readonly tokenDigest: Digest } {
  const token = `imp_${randomBytes(32).toString('base64url')}`;
  return { token, tokenDigest: tokenDigest(token) };
}

/** SHA-256 suffices, without salt or stretching: a token is 256 random bits and cannot be guessed from a list. */
export const tokenDigest = (token: string): Digest => sha256(token);
