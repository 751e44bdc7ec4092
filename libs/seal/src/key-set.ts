import { createPublicKey, type KeyObject } from 'node:crypto';

import { type Static } from '@sinclair/typebox';

import { fail, ok, type Result } from '#libs/kernel';

import { checkJwks, type jwks, keyProblem, type KeyProblem, type publicJwk } from './jwk.js';

/**
 * `published`: verifiers know it, nobody signs with it yet. `active`: in use. `retired`: no longer signs, still
 * verifies. `revoked`: refused at once, and kept in the file so that the refusal can be named.
 */
export type KeyStatus = PublicJwk['status'];
/** A public Ed25519 key (RFC 8037) with its place in the rotation. */
export type PublicJwk = Static<typeof publicJwk>;

export interface TrustedKey {
  readonly jwk: PublicJwk;
  readonly publicKey: KeyObject;
}

/** The keys that a verifier trusts, by `kid`. */
export type KeySet = ReadonlyMap<string, TrustedKey>;

/** Reads `{"keys":[{kty,crv,x,kid,use,alg,status}]}`, a JWK set (RFC 7517) of Ed25519 keys; every other member is refused. */
export function readKeySet(json: unknown): Result<KeySet, KeyProblem> {
  const violation = checkJwks(json);
  if (violation) return fail(keyProblem(violation.pointer, `breaks its schema: ${violation.keyword}`));
  const set = new Map<string, TrustedKey>();
  for (const [index, jwk] of (json as Static<typeof jwks>).keys.entries()) {
    if (set.has(jwk.kid)) return fail(keyProblem(`/keys/${index}/kid`, 'a second key with this kid'));
    const { kty, crv, x } = jwk;
    set.set(jwk.kid, { jwk, publicKey: createPublicKey({ key: { kty, crv, x }, format: 'jwk' }) });
  }
  return ok(set);
}

/** What delivery serves to bots: active, published and retired keys, in the order of the file; never a revoked one. */
export function publicJwks(set: KeySet): { readonly keys: readonly PublicJwk[] } {
  const keys = [...set.values()].map(({ jwk }) => jwk).filter(({ status }) => status !== 'revoked');
  return { keys };
}
