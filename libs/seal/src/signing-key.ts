import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

import { type Static } from '@sinclair/typebox';

import { fail, ok, type Result } from '#libs/kernel';

import { checkPrivateJwk, keyProblem, type KeyProblem, type privateJwk } from './jwk.js';
import { type PublicJwk } from './key-set.js';

/** A private Ed25519 key (RFC 8037). It belongs in a file with mode 0600, read by validation alone. */
export type PrivateJwk = Static<typeof privateJwk>;

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** Reads a private JWK, and refuses one whose public half is another key's. */
export async function readSigningKey(json: unknown): Promise<Result<SigningKey, KeyProblem>> {
  const violation = checkPrivateJwk(json);
  if (violation) return fail(keyProblem(violation.pointer, `breaks its schema: ${violation.keyword}`));
  const { kty, crv, x, d, kid } = json as PrivateJwk;
  const privateKey = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' });
  if (createPublicKey(privateKey).export({ format: 'jwk' }).x !== x) {
    return fail(keyProblem('/x', 'is not the public key of d'));
  }
  return ok({ kid, privateKey });
}

/** A new key pair; the public half is `published` until verifiers have read it. */
export async function generateSigningKey(kid: string): Promise<{ privateJwk: PrivateJwk; publicJwk: PublicJwk }> {
  const { privateKey } = await promisify(generateKeyPair)('ed25519');
  const { x, d } = privateKey.export({ format: 'jwk' });
  const key = { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' } as const;
  const whole = { ...key, d };
  if (checkPrivateJwk(whole)) throw new Error('a kid has 1 to 64 characters of A-Z a-z 0-9 . _ -');
  return { privateJwk: whole as PrivateJwk, publicJwk: { ...key, status: 'published' } as PublicJwk };
}
