import { Type } from '@sinclair/typebox';

import { closed, oneOf, strictCheck } from '#libs/contracts';

/** 32 bytes in base64url: the last of 43 digits carries two unused bits, which must be 0. */
const key32 = Type.String({ pattern: '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$' });
const kid = Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' });

const publicMembers = {
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: key32,
  kid,
  use: Type.Literal('sig'),
  alg: Type.Literal('EdDSA'),
};

export const publicJwk = closed({ ...publicMembers, status: oneOf('active', 'published', 'retired', 'revoked') });
export const privateJwk = closed({ ...publicMembers, d: key32 });
export const jwks = closed({ keys: Type.Array(publicJwk, { minItems: 1 }) });

export const checkJwks = strictCheck(jwks);
export const checkPrivateJwk = strictCheck(privateJwk);

/** Why a key file is refused; the pointer names a place in it and no part of a key. */
export interface KeyProblem {
  readonly code: 'key.invalid';
  readonly pointer: string;
  readonly says: string;
}

export const keyProblem = (pointer: string, says: string): KeyProblem => ({ code: 'key.invalid', pointer, says });
