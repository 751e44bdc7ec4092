import { exampleAnswer, type PublishedAnswer } from '#libs/contracts';

import { type KeySet, readKeySet } from './key-set.js';
import { ProvenBytes } from './proven-bytes.js';
import { sealAnswer } from './seal.js';
import { generateSigningKey, readSigningKey } from './signing-key.js';
import { verifyAnswer, verifyAnswerBytes, verifyRetractionBytes } from './verify.js';

/** A set that counts how often a verification asks it for a key. */
class WatchedSet extends Map<string, NonNullable<ReturnType<KeySet['get']>>> {
  asked = 0;
  override get(kid: string) {
    this.asked += 1;
    return super.get(kid);
  }
}

const issuedAt = new Date('2026-05-06T07:08:09Z');
let sealed: PublishedAnswer;
let jwk: object;
const setWith = (status: 'active' | 'revoked'): WatchedSet => {
  const set = readKeySet({ keys: [{ ...jwk, status }] });
  if (!set.ok) throw new Error(set.failure.says);
  return new WatchedSet(set.value);
};
const bytesOf = (answer: object) => Buffer.from(JSON.stringify(answer));

beforeAll(async () => {
  const pair = await generateSigningKey('test-1');
  const key = await readSigningKey(pair.privateJwk);
  if (!key.ok) throw new Error(key.failure.says);
  jwk = pair.publicJwk;
  sealed = await sealAnswer({ ...exampleAnswer, limitations: ['Größe'] }, issuedAt, key.value);
});

describe('bytes that were proven', () => {
  it('given an answer that verified, when its bytes are verified under the same set, then no key is asked again', async () => {
    const keys = setWith('active');
    expect(await verifyAnswer(sealed, keys)).toMatchObject({ ok: true });
    expect(keys.asked).toBe(1);
    const again = await verifyAnswerBytes(bytesOf(sealed), keys);
    expect(again).toMatchObject({ ok: true, value: { answer: sealed, bytes: bytesOf(sealed) } });
    expect(keys.asked).toBe(1);
  });

  it('given one other character, then the key is asked and the bytes are refused', async () => {
    const keys = setWith('active');
    await verifyAnswer(sealed, keys);
    const other = bytesOf({ ...sealed, text: sealed.text.replace('never', 'often') });
    expect(await verifyAnswerBytes(other, keys)).toEqual({ ok: false, failure: 'seal.object' });
    expect(keys.asked).toBe(2);
  });

  it('given white space or a repeated member beside the same object, then the bytes are refused', async () => {
    const keys = setWith('active');
    await verifyAnswer(sealed, keys);
    const text = bytesOf(sealed).toString();
    for (const bytes of [text.replace('{', '{ '), text.replace('{', '{"text":"another",')].map((one) =>
      Buffer.from(one),
    )) {
      expect(await verifyAnswerBytes(bytes, keys)).toEqual({ ok: false, failure: 'seal.object' });
    }
  });

  it('given a key revoked since, which makes another set, then the bytes are refused', async () => {
    await verifyAnswer(sealed, setWith('active'));
    expect(await verifyAnswerBytes(bytesOf(sealed), setWith('revoked'))).toEqual({
      ok: false,
      failure: 'seal.revoked_key',
    });
  });

  it('given a row that expects another place or question, then the bytes are refused', async () => {
    const keys = setWith('active');
    await verifyAnswer(sealed, keys);
    const verify = (expected: object) => verifyAnswerBytes(bytesOf(sealed), keys, expected);
    expect(await verify({ channel: 'another' })).toEqual({ ok: false, failure: 'seal.place' });
    expect(await verify({ questionDigest: 'another' })).toEqual({ ok: false, failure: 'seal.question' });
    expect(await verify({ channel: sealed.channel })).toMatchObject({ ok: true });
  });

  it('given a proven answer, then its bytes are no retraction', async () => {
    const keys = setWith('active');
    await verifyAnswer(sealed, keys);
    expect(await verifyRetractionBytes(bytesOf(sealed), keys)).toMatchObject({ ok: false });
  });

  it('given an answer that was refused, then nothing is known of its bytes', async () => {
    const keys = setWith('active');
    const forged = { ...sealed, text: 'A canary.' };
    expect(await verifyAnswer(forged, keys)).toMatchObject({ ok: false });
    expect(await verifyAnswerBytes(bytesOf(forged), keys)).toMatchObject({ ok: false });
  });

  it('given more than it keeps, then the oldest are forgotten first', () => {
    const [proven, keys] = [new ProvenBytes(), setWith('active')];
    const all = Array.from({ length: 4100 }, (_, number) => Buffer.from(String(number)));
    for (const bytes of all) proven.add(bytes, keys);
    expect(all.map((bytes) => proven.has(bytes, keys)).indexOf(true)).toBe(4);
    expect(proven.has(Buffer.from('4099'), keys)).toBe(true);
  });
});
