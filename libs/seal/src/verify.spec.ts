import fc from 'fast-check';

import { exampleAnswer, exampleRetraction, type PublishedAnswer } from '#libs/contracts';
import { sha256 } from '#libs/kernel';

import { type KeySet, type KeyStatus, publicJwks, readKeySet } from './key-set.js';
import { sealAnswer, sealRetraction } from './seal.js';
import { generateSigningKey, readSigningKey, type SigningKey } from './signing-key.js';
import { verifyAnswer, verifyAnswerBytes, verifyRetraction, verifyRetractionBytes } from './verify.js';

const issuedAt = new Date('2026-05-06T07:08:09Z');
const answer = { ...exampleAnswer, limitations: ['Größe'], citations: [] };

let key: SigningKey;
let jwk: object;
let keys: KeySet;
let sealed: PublishedAnswer;

const setWith = (status: KeyStatus): KeySet => {
  const set = readKeySet({ keys: [{ ...jwk, status }] });
  if (!set.ok) throw new Error(set.failure.says);
  return set.value;
};

beforeAll(async () => {
  const pair = await generateSigningKey('test-1');
  const read = await readSigningKey(pair.privateJwk);
  if (!read.ok) throw new Error(read.failure.says);
  [key, jwk] = [read.value, pair.publicJwk];
  keys = setWith('active');
  sealed = await sealAnswer(answer, issuedAt, key);
});

const refusal = async (change: Partial<PublishedAnswer>, expected = {}) => {
  const result = await verifyAnswer({ ...sealed, ...change }, keys, expected);
  return result.ok ? undefined : result.failure;
};

describe('a seal', () => {
  it('given the same input, when sealed twice, then the bytes are the same', async () => {
    expect(await sealAnswer(answer, issuedAt, key)).toEqual(sealed);
  });

  it('given any text, when sealed, then it verifies under its own key and under no other', async () => {
    const stranger = await generateSigningKey('test-1');
    const others = readKeySet({ keys: [stranger.publicJwk] });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        fc.pre(!text.includes('\u0000'));
        const made = await sealAnswer({ ...answer, text }, issuedAt, key);
        expect((await verifyAnswer(made, keys)).ok).toBe(true);
        expect(others.ok && (await verifyAnswer(made, others.value))).toEqual({ ok: false, failure: 'seal.signature' });
      }),
      { numRuns: 40 },
    );
  });

  it('given any changed character of the seal, then it is refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(sealed.seal.length - 1),
        fc.constantFrom(...'AZaz09-_.=+ \u00e9'),
        async (at, character) => {
          fc.pre(sealed.seal[at] !== character);
          const seal = sealed.seal.slice(0, at) + character + sealed.seal.slice(at + 1);
          expect(await refusal({ seal })).toMatch(/^seal\.(malformed|algorithm|unknown_key|signature)$/);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('given any flipped bit of the bytes, when they are verified, then they are refused', async () => {
    const bytes = Buffer.from(JSON.stringify(sealed));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        const flipped = Buffer.from(bytes);
        flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at);
        expect(await verifyAnswerBytes(flipped, keys)).toMatchObject({ ok: false });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['white space', (json: string) => json.replace('{', '{ ')],
    ['a repeated member', (json: string) => json.replace('{', '{"text":"another",')],
    ['something behind the object', (json: string) => `${json}\n`],
    ['no object', () => 'null'],
    ['nesting beyond any stack', () => `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('given bytes with %s, then they are refused', async (_name, change) => {
    const bytes = Buffer.from(change(JSON.stringify(sealed)));
    expect(await verifyAnswerBytes(bytes, keys)).toEqual({ ok: false, failure: 'seal.object' });
    expect(await verifyRetractionBytes(bytes, keys)).toEqual({ ok: false, failure: 'seal.object' });
  });

  it('given the bytes that were sealed, then these same bytes come out verified', async () => {
    const bytes = Buffer.from(JSON.stringify(sealed));
    expect(await verifyAnswerBytes(bytes, keys)).toMatchObject({ ok: true, value: { answer: sealed, bytes } });
  });

  it.each([
    ['an interaction', { interactionId: 'another-question' }, 'seal.place'],
    ['a namespace', { namespace: 'another' }, 'seal.place'],
    ['a channel', { channel: 'another' }, 'seal.place'],
    ['a question', { questionDigest: sha256('another') }, 'seal.question'],
  ])('given a row that expects %s of its own, then the right seal is refused', async (_name, expected, code) => {
    expect(await refusal({}, expected)).toBe(code);
    const { interactionId, namespace, channel, questionDigest } = sealed;
    expect(await refusal({}, { interactionId, namespace, channel, questionDigest })).toBeUndefined();
  });

  it.each([
    ['active', undefined],
    ['published', undefined],
    ['retired', undefined],
    ['revoked', 'seal.revoked_key'],
  ] as const)('given a key that is %s, then the answer is %s', async (status, code) => {
    const result = await verifyAnswer(sealed, setWith(status));
    expect(result.ok ? undefined : result.failure).toBe(code);
  });

  it('given ill-formed text, which SHA-256 of UTF-8 cannot tell apart, then it is neither sealed nor verified', async () => {
    const broken = { ...answer, text: '\ud800' };
    await expect(sealAnswer(broken, issuedAt, key)).rejects.toThrow('ill-formed');
    const replaced = await sealAnswer({ ...answer, text: '\ufffd' }, issuedAt, key);
    expect(await verifyAnswer({ ...replaced, text: '\ud800' }, keys)).toEqual({ ok: false, failure: 'seal.object' });
  });

  it('given a number that is no integer, then it is not sealed', async () => {
    const evidence = { ...answer.evidence, gaps: 0.5 };
    await expect(sealAnswer({ ...answer, evidence }, issuedAt, key)).rejects.toThrow('/evidence/gaps');
  });

  it('given a time before 1970, then it is not sealed', async () => {
    await expect(sealAnswer(answer, new Date(Number.NaN), key)).rejects.toThrow(RangeError);
  });
});

describe('the seal of a retraction', () => {
  it('given another code or text digest, then it is refused', async () => {
    const retraction = await sealRetraction(exampleRetraction, issuedAt, key);
    const verify = (change: object) => verifyRetraction({ ...retraction, ...change }, keys);
    expect(await verify({})).toMatchObject({ ok: true });
    expect(await verify({ code: 'policy.changed' })).toEqual({ ok: false, failure: 'seal.object' });
    expect(await verify({ textDigest: sha256('other') })).toEqual({ ok: false, failure: 'seal.object' });
    const bytes = Buffer.from(JSON.stringify(retraction));
    expect(await verifyRetractionBytes(bytes, keys)).toMatchObject({ ok: true, value: { bytes } });
  });

  it("given an answer's seal, then it retracts nothing", async () => {
    const forged = { ...exampleRetraction, seal: sealed.seal };
    expect(await verifyRetraction(forged, keys)).toEqual({ ok: false, failure: 'seal.malformed' });
  });
});

describe('the keys that delivery serves', () => {
  it.each([
    ['retired', 1],
    ['revoked', 0],
  ] as const)('given a %s key, then %d are served', (status, count) => {
    expect(publicJwks(setWith(status)).keys).toHaveLength(count);
  });
});
