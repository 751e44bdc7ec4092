import { publicJwks, readKeySet } from './key-set.js';
import { generateSigningKey, readSigningKey } from './signing-key.js';

describe('a key set', () => {
  it('given what delivery serves, when it is read, then the same set comes out', async () => {
    const { publicJwk } = await generateSigningKey('key-1');
    const set = readKeySet({ keys: [publicJwk] });
    expect(set.ok && publicJwks(set.value)).toEqual({ keys: [{ ...publicJwk, status: 'published' }] });
  });

  it.each([
    ['no object', () => null, ''],
    ['no key', () => ({ keys: [] }), '/keys'],
    ['a private key', (jwk: object) => ({ keys: [{ ...jwk, d: 'x' }] }), '/keys/0'],
    ['an unknown status', (jwk: object) => ({ keys: [{ ...jwk, status: 'old' }] }), '/keys/0/status'],
    ['another algorithm', (jwk: object) => ({ keys: [{ ...jwk, alg: 'ES256' }] }), '/keys/0/alg'],
    ['31 bytes', (jwk: object) => ({ keys: [{ ...jwk, x: 'A'.repeat(42) }] }), '/keys/0/x'],
    ['one kid twice', (jwk: object) => ({ keys: [jwk, jwk] }), '/keys/1/kid'],
  ])('given %s, then it is refused with a place', async (_name, change, pointer) => {
    const { publicJwk } = await generateSigningKey('key-1');
    expect(readKeySet(change(publicJwk))).toMatchObject({ ok: false, failure: { code: 'key.invalid', pointer } });
  });
});

describe('a signing key', () => {
  it('given a fresh pair, then its private half is read', async () => {
    const { privateJwk } = await generateSigningKey('key-1');
    expect(await readSigningKey(privateJwk)).toMatchObject({ ok: true, value: { kid: 'key-1' } });
  });

  it("given another pair's public half, then it is refused", async () => {
    const [one, other] = [await generateSigningKey('key-1'), await generateSigningKey('key-1')];
    const mixed = { ...one.privateJwk, x: other.privateJwk.x };
    expect(await readSigningKey(mixed)).toMatchObject({ ok: false, failure: { pointer: '/x' } });
  });

  it('given a public key, then it is refused and nothing of it is repeated', async () => {
    const { publicJwk } = await generateSigningKey('key-1');
    const read = await readSigningKey(publicJwk);
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toContain(publicJwk.x);
  });

  it('given a kid with other characters, then no pair is made', async () => {
    await expect(generateSigningKey('a b')).rejects.toThrow('kid');
  });
});
