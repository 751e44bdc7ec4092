import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { tempDir, type TempDir } from '#libs/testkit';

import { StartError } from '../start-error.js';
import { readSecretFile, resolveSecret } from './secrets.js';

let dir: TempDir;
let path: string;

beforeEach(async () => {
  dir = await tempDir('secrets');
  path = join(dir.path, 'secret');
  await writeFile(path, 'hunter2\n', { mode: 0o600 });
});
afterEach(() => dir.remove());

describe('a secret file', () => {
  it('given mode 0600, then its text comes without the line break', async () => {
    expect(await readSecretFile(path)).toBe('hunter2');
  });

  it.each([0o640, 0o604, 0o644])(
    'given mode %o, then it is refused in a sentence that holds no secret',
    async (mode) => {
      await chmod(path, mode);
      await expect(readSecretFile(path)).rejects.toThrow(StartError);
      await expect(readSecretFile(path)).rejects.toThrow(`has mode 0${mode.toString(8)}`);
      await expect(readSecretFile(path)).rejects.not.toThrow('hunter2');
    },
  );

  it('given no file, or an empty one, then it is missing', async () => {
    await expect(readSecretFile(join(dir.path, 'gone'))).rejects.toThrow('cannot be read.');
    await writeFile(path, '\n');
    await expect(readSecretFile(path)).rejects.toThrow('is empty.');
  });
});

describe('the reference to a secret', () => {
  it('given a variable, then its value, or that it is missing', async () => {
    const ref = { from: 'environment', variable: 'PROVIDER_KEY' } as const;
    expect(await resolveSecret(ref, { PROVIDER_KEY: 'hunter2' })).toEqual({ ok: true, value: 'hunter2' });
    expect(await resolveSecret(ref, {})).toMatchObject({ ok: false, failure: { code: 'secret.missing' } });
  });

  it('given a file, then its text, or that others may read it', async () => {
    expect(await resolveSecret({ from: 'file', path }, {})).toEqual({ ok: true, value: 'hunter2' });
    await chmod(path, 0o644);
    expect(await resolveSecret({ from: 'file', path }, {})).toMatchObject({
      ok: false,
      failure: { code: 'secret.exposed', says: expect.not.stringContaining('hunter2') },
    });
  });
});
