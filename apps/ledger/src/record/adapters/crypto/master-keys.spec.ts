import { proofOf, readMasterKeys } from './master-keys.js';

const key = Buffer.alloc(32, 1).toString('base64');
const active = { id: 'm-2', key, status: 'active' };
const retired = { id: 'm-1', key, status: 'retired' };

describe('the master keys file', () => {
  it('given one active key and a retired one, then both are known and the active one wraps', () => {
    const read = readMasterKeys({ keys: [retired, active] });
    expect(read.ok && [read.value.active.id, [...read.value.byId.keys()]]).toEqual(['m-2', ['m-1', 'm-2']]);
  });

  it.each([
    ['no list', {}, '/keys'],
    ['nothing', null, '/keys'],
    ['no active key', { keys: [retired] }, '/keys'],
    ['two active keys', { keys: [active, { ...active, id: 'm-3' }] }, '/keys'],
    ['an id twice', { keys: [active, { ...retired, id: 'm-2' }] }, '/keys/1/id'],
    ['a short key', { keys: [{ ...active, key: 'AAAA' }] }, '/keys/0/key'],
    ['an unknown status', { keys: [{ ...active, status: 'old' }] }, '/keys/0/status'],
    ['a null entry', { keys: [null] }, '/keys/0/id'],
  ])('given %s, then it is refused with a pointer and without the key', (_name, json, pointer) => {
    const read = readMasterKeys(json);
    expect(read).toMatchObject({ ok: false, failure: { code: 'master_keys.invalid', pointer } });
    expect(JSON.stringify(read)).not.toContain('AAAA');
  });

  it('proves a key by its bytes and its id', () => {
    const one = { id: 'm-1', secret: Buffer.alloc(32, 1) };
    expect(proofOf(one).equals(proofOf({ ...one }))).toBe(true);
    expect(proofOf(one).equals(proofOf({ ...one, secret: Buffer.alloc(32, 2) }))).toBe(false);
    expect(proofOf(one).equals(proofOf({ ...one, id: 'm-2' }))).toBe(false);
  });
});
