import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { tempDir, type TempDir } from '#libs/testkit';

import { loadConfiguration } from './load-configuration.js';

const secret = 'CANARY';
const configuration = {
  revision: 3,
  profiles: [{ id: 'e', adapter: 'extractive', enabled: true }],
  policies: [{ id: 'p', namespace: null, channel: null, profile: 'e', allowUnprobed: [], reviewWithinMs: 60_000 }],
  channels: [{ id: 'web', namespaces: 'every' }],
  apiTokens: [],
};

describe('the configuration file', () => {
  let dir: TempDir;
  beforeAll(async () => {
    dir = await tempDir('configuration');
  });
  afterAll(() => dir.remove());

  async function load(text: string | null) {
    const path = join(dir.path, text === null ? 'none.json' : 'configuration.json');
    if (text !== null) await writeFile(path, text);
    return loadConfiguration(path);
  }

  it('given a right one, then it is read', async () => {
    expect(await load(JSON.stringify(configuration))).toMatchObject(configuration);
  });

  it.each([
    ['is not there', null, 'cannot be read'],
    ['is not JSON', `{${secret}`, 'is not JSON'],
    ['has a fault', JSON.stringify({ ...configuration, channels: [] }), 'is refused at /channels (config.invalid)'],
  ])('given one that %s, then one sentence', async (_name, text, sentence) => {
    const loading = load(text);
    await expect(loading).rejects.toThrow(sentence);
    await expect(loading).rejects.not.toThrow(secret);
  });
});
