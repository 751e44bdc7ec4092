import { createPublicKey, verify } from 'node:crypto';

import { compactVerify, CompactSign } from 'jose';

import { type PublishedAnswer, type PublishedRetraction } from '#libs/contracts';

import { type KeySet, readKeySet } from './key-set.js';
import { sealAnswer, sealRetraction, type Unsealed } from './seal.js';
import { readSigningKey, type SigningKey } from './signing-key.js';
import answers from './vectors/answer.vectors.json' with { type: 'json' };
import refused from './vectors/refused.vectors.json' with { type: 'json' };
import retractions from './vectors/retraction.vectors.json' with { type: 'json' };
import { verifyAnswer, verifyRetraction } from './verify.js';

interface Vector<T> {
  name: string;
  issuedAt: string;
  object: T;
  payload: string;
  seal: string;
}
const answerVectors = answers.vectors as Vector<Unsealed<PublishedAnswer>>[];
const retractionVectors = retractions.vectors as Vector<Unsealed<PublishedRetraction>>[];
const { jwks, privateJwk } = answers;

let key: SigningKey;
let keys: KeySet;
beforeAll(async () => {
  const [signing, set] = [await readSigningKey(privateJwk), readKeySet(jwks)];
  if (!signing.ok || !set.ok) throw new Error('the keys of the vectors are refused');
  [key, keys] = [signing.value, set.value];
});

describe('the vectors of the seal', () => {
  it.each(answerVectors)(
    'given the answer "$name", when sealed, then the seal is this one, and it verifies',
    async (vector) => {
      const sealed = await sealAnswer(vector.object, new Date(vector.issuedAt), key);
      expect(sealed.seal).toBe(vector.seal);
      expect(await verifyAnswer(sealed, keys)).toMatchObject({ ok: true, value: { answer: sealed } });
    },
  );

  it.each(retractionVectors)('given the retraction "$name", when sealed, then the seal is this one', async (vector) => {
    const sealed = await sealRetraction(vector.object, new Date(vector.issuedAt), key);
    expect(sealed.seal).toBe(vector.seal);
    expect(await verifyRetraction(sealed, keys)).toMatchObject({ ok: true, value: { retraction: sealed } });
  });

  it.each([...answerVectors, ...retractionVectors])('given "$name", then plain Ed25519 agrees', ({ seal, payload }) => {
    const [header = '', body = '', signature = ''] = seal.split('.');
    const publicKey = createPublicKey({ key: { ...jwks.keys[0] }, format: 'jwk' });
    expect(Buffer.from(body, 'base64url').toString()).toBe(payload);
    expect(verify(null, Buffer.from(`${header}.${body}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it.each([...answerVectors, ...retractionVectors])(
    'given "$name", then another JWS implementation makes the same seal and verifies it',
    async ({ seal, payload }) => {
      const { payload: read, protectedHeader } = await compactVerify(seal, keys.get(key.kid)!.publicKey);
      expect(Buffer.from(read).toString()).toBe(payload);
      const theirs = new CompactSign(Buffer.from(payload)).setProtectedHeader(protectedHeader);
      expect(await theirs.sign(key.privateKey)).toBe(seal);
    },
  );

  it('given the approved answer of the refusals, then it verifies, so each is refused for its change alone', async () => {
    expect(await verifyAnswer(refused.approved as PublishedAnswer, keys)).toMatchObject({ ok: true });
  });

  it.each(refused.vectors)('given $name, then it is refused as $code', async ({ change, code }) => {
    const forged = { ...refused.approved, ...change } as PublishedAnswer;
    expect(await verifyAnswer(forged, keys)).toEqual({ ok: false, failure: code });
  });
});
