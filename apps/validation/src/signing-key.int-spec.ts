import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { generateSigningKey } from '#libs/seal';
import { tempDir, type TempDir } from '#libs/testkit';

import { loadSigningKey, openSigningKeyFile } from './signing-key.js';

describe('the signing key', () => {
  let dir: TempDir;
  beforeAll(async () => {
    dir = await tempDir('signing-key');
  });
  afterAll(() => dir?.remove());

  async function load(text: string, mode = 0o600) {
    const path = join(dir.path, `${Math.random()}.json`);
    await writeFile(path, text, { mode });
    return loadSigningKey(path);
  }

  it('given a private JWK that only its owner can read, then it signs under its id', async () => {
    const { privateJwk } = await generateSigningKey('key-1');
    expect((await load(JSON.stringify(privateJwk))).kid).toBe('key-1');
  });

  it('given a file that others can read, then the start is refused', async () => {
    const { privateJwk } = await generateSigningKey('key-1');
    await expect(load(JSON.stringify(privateJwk), 0o644)).rejects.toThrow('must be 0600');
  });

  it.each([
    ['no JSON', 'secret-canary', 'is not JSON'],
    ['no key', '{"d":"secret-canary"}', 'cannot be used'],
  ])('given %s, then one sentence says so and holds nothing of it', async (_name, text, says) => {
    const error: unknown = await load(text).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(says);
    expect(String(error)).not.toContain('secret-canary');
  });

  it('given another key in its place, then the next look has it; given a broken one, then the last good one stays', async () => {
    const path = join(dir.path, 'changing.json');
    const write = async (kid: string) => writeFile(path, JSON.stringify((await generateSigningKey(kid)).privateJwk));
    await writeFile(path, '', { mode: 0o600 });
    await write('key-1');
    const file = await openSigningKeyFile(path);
    await write('key-two');
    await file.refresh();
    expect(file.current().kid).toBe('key-two');
    await writeFile(path, 'no JSON');
    await expect(file.refresh()).rejects.toThrow('is not JSON');
    await expect(file.refresh()).rejects.toThrow('is not JSON');
    expect(file.current().kid).toBe('key-two');
  });
});
