import { randomBytes } from 'node:crypto';

import { type DataKey } from '../../domain/data-key.js';
import { type MasterKeys } from './master-keys.js';
import { openVault } from './vault.js';

const keysNamed = (...ids: string[]): MasterKeys => {
  const list = ids.map((id) => ({ id, secret: randomBytes(32) }));
  return { active: list[0]!, byId: new Map(list.map((key) => [key.id, key])) };
};

const chain = { cluster: 'c-1', topic: 'questions.asked.v1', partition: 0 };
const content = { key: null, headers: [], value: Buffer.from('canary-4711') };
const masterKeys = keysNamed('m-1');
const vault = openVault(masterKeys);
const kept = vault.newKey('interaction:default/question-1');

function dataKey(): DataKey {
  const unwrapped = vault.unwrap(kept);
  if (!unwrapped.ok) throw new Error(unwrapped.failure);
  return unwrapped.value;
}

describe('the vault', () => {
  it('given its own ciphertext, then it gives the content back, and the ciphertext does not hold it', () => {
    const sealed = vault.encrypt(dataKey(), chain, '7', content);
    expect(sealed.ciphertext.includes('canary-4711')).toBe(false);
    expect(vault.decrypt(dataKey(), chain, { ...sealed, offset: '7' })).toEqual({ ok: true, value: content });
  });

  it.each([
    ['another offset', chain, '8'],
    ['another partition', { ...chain, partition: 1 }, '7'],
    ['another topic', { ...chain, topic: 'answers.drafted.v1' }, '7'],
    ['another cluster', { ...chain, cluster: 'c-2' }, '7'],
  ])('given ciphertext moved to %s, then it does not open', (_name, place, offset) => {
    const sealed = vault.encrypt(dataKey(), chain, '7', content);
    expect(vault.decrypt(dataKey(), place, { ...sealed, offset })).toEqual({
      ok: false,
      failure: 'record.undecryptable',
    });
  });

  it('given any byte of nonce or ciphertext flipped, then it does not open', () => {
    const sealed = { ...vault.encrypt(dataKey(), chain, '7', content), offset: '7' };
    for (const member of ['nonce', 'ciphertext'] as const) {
      for (let at = 0; at < sealed[member].length; at += 1) {
        const bytes = Buffer.from(sealed[member]);
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        expect(vault.decrypt(dataKey(), chain, { ...sealed, [member]: bytes }).ok).toBe(false);
      }
    }
  });

  it('given another master key under the same id, then the code says so', () => {
    expect(openVault(keysNamed('m-1')).unwrap(kept)).toEqual({ ok: false, failure: 'record.master_key_wrong' });
  });

  it('given no master key of that id, then the code says so', () => {
    expect(openVault(keysNamed('m-2')).unwrap(kept)).toEqual({ ok: false, failure: 'record.master_key_unknown' });
  });

  it('given a wrapped key under the name of another owner, then it does not unwrap', () => {
    const moved = { ...kept, owner: 'interaction:default/question-2' };
    expect(vault.unwrap(moved)).toEqual({ ok: false, failure: 'record.master_key_wrong' });
  });

  it('given a destroyed key, then the content is erased', () => {
    expect(vault.unwrap({ ...kept, wrapped: null })).toEqual({ ok: false, failure: 'record.erased' });
  });

  it('given a retired master key beside the active one, then it still unwraps', () => {
    const next = { id: 'm-2', secret: randomBytes(32) };
    const rotated = openVault({ active: next, byId: new Map([...masterKeys.byId, [next.id, next]]) });
    expect(rotated.unwrap(kept).ok).toBe(true);
    expect(rotated.newKey('interaction:default/question-2').masterKeyId).toBe('m-2');
  });
});
