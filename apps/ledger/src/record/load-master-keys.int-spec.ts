import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type DataSource } from 'typeorm';

import { openDatabase } from '#libs/service-host';
import { tempDir, type TempDir, testDatabase, type TestDatabase } from '#libs/testkit';

import { ledgerMigrations, ledgerRows } from '../database.js';
import { openVault } from './adapters/crypto/vault.js';
import { ensureDataKeys } from './adapters/postgres/data-keys.js';
import { loadMasterKeys } from './load-master-keys.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const master = (id: string, byte: number, status = 'active') => ({
  id,
  key: Buffer.alloc(32, byte).toString('base64'),
  status,
});

describe('loading the master keys', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let dir: TempDir;
  let files = 0;

  beforeAll(async () => {
    dir = await tempDir('master-keys');
    database = await testDatabase('ledger');
    const tables = { rows: ledgerRows, migrations: ledgerMigrations };
    dataSource = await openDatabase({ url: database.url, service: 'ledger', ...tables, log: quiet });
    const vault = openVault(await loadMasterKeys(await file(master('m-1', 1)), dataSource));
    await ensureDataKeys(dataSource.manager, ['interaction:default/question-1'], (owner) => vault.newKey(owner));
  });

  afterAll(async () => {
    await dataSource?.destroy();
    await database?.drop();
    await dir?.remove();
  });

  async function file(...keys: unknown[]): Promise<string> {
    const path = join(dir.path, `${files++}.json`);
    await writeFile(path, JSON.stringify({ keys }), { mode: 0o600 });
    return path;
  }

  it('given the same key again, retired beside a new one, then both are loaded', async () => {
    const rotated = await file(master('m-1', 1, 'retired'), master('m-2', 2));
    await expect(loadMasterKeys(rotated, dataSource)).resolves.toMatchObject({ active: { id: 'm-2' } });
  });

  it('given other bytes under a known id, then the start stops with the code and the id', async () => {
    await expect(loadMasterKeys(await file(master('m-1', 9)), dataSource)).rejects.toThrow(
      /record\.master_key_wrong: .*\(master key m-1\)/,
    );
  });

  it('given a key that wrapped nothing yet, then other bytes under its id are taken', async () => {
    await loadMasterKeys(await file(master('m-1', 1), master('m-5', 5, 'retired')), dataSource);
    const made = await file(master('m-1', 1), master('m-5', 6, 'retired'));
    await expect(loadMasterKeys(made, dataSource)).resolves.toMatchObject({ active: { id: 'm-1' } });
  });

  it('given a file without a key that wraps data keys, then the start stops with the code and the id', async () => {
    await expect(loadMasterKeys(await file(master('m-3', 3)), dataSource)).rejects.toThrow(
      /record\.master_key_unknown: .*\(master key m-1\)/,
    );
  });

  it('given a file that others may read, one that is no JSON, and one without an active key, then each is refused', async () => {
    const open = await file(master('m-1', 1));
    await chmod(open, 0o644);
    await expect(loadMasterKeys(open, dataSource)).rejects.toThrow('0600');
    const text = join(dir.path, 'text');
    await writeFile(text, 'secret text', { mode: 0o600 });
    await expect(loadMasterKeys(text, dataSource)).rejects.toThrow(/is not JSON\.$/);
    await expect(loadMasterKeys(await file(master('m-1', 1, 'retired')), dataSource)).rejects.toThrow(
      'needs exactly one active key',
    );
  });
});
