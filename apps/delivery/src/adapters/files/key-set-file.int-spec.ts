import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { tempDir } from '#libs/testkit';

import { sealing } from '../../fixtures/sealing.fixture-spec.js';
import { openKeySetFile } from './key-set-file.js';

describe('the key set file', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let path: string;

  beforeEach(async () => {
    folder = await tempDir('keys');
    path = join(folder.path, 'key-set.json');
  });
  afterEach(() => folder.remove());

  const write = (value: unknown) => writeFile(path, JSON.stringify(value));

  it('given a changed file, when refreshed, then the changed keys are the current ones', async () => {
    const { publicJwk } = await sealing('kept');
    await write({ keys: [publicJwk] });
    const file = await openKeySetFile(path);
    expect([...file.current().keys()]).toEqual(['kept']);
    const second = await sealing('second');
    await write({ keys: [{ ...publicJwk, status: 'revoked' }, second.publicJwk] });
    await file.refresh();
    expect([...file.current().values()].map(({ jwk }) => jwk.status)).toEqual(['revoked', 'active']);
  });

  it('given a file that is broken later, then refreshing fails and the keys stay', async () => {
    const { publicJwk } = await sealing('kept');
    await write({ keys: [publicJwk] });
    const file = await openKeySetFile(path);
    await writeFile(path, 'no JSON');
    await expect(file.refresh()).rejects.toThrow('cannot be read as JSON');
    await expect(file.refresh()).rejects.toThrow('cannot be read as JSON');
    expect([...file.current().keys()]).toEqual(['kept']);
  });

  it.each([
    ['is missing', undefined, 'cannot be read'],
    ['holds no key', { keys: [] }, 'is refused at /keys'],
    ['holds a private key', { keys: [{ d: 'a canary' }] }, 'is refused at /keys/0'],
  ])('given a file that %s, then the start stops with one sentence', async (_name, content, sentence) => {
    if (content !== undefined) await write(content);
    await expect(openKeySetFile(path)).rejects.toThrow(sentence);
    await expect(openKeySetFile(path)).rejects.not.toThrow('canary');
  });
});
