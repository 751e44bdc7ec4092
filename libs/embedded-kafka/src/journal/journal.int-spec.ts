import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tempDir, type TempDir } from '#libs/testkit';
import { type JournalRecord } from './journal-record.js';
import { Journal } from './journal.js';

const topic: JournalRecord = { kind: 'topic', topic: { name: 't', incarnation: 1, partitions: 9, configs: {} } };
const commit = (offset: number): JournalRecord => ({
  kind: 'commit',
  group: 'a group with a longer name',
  topic: 't',
  partition: offset % 9,
  commit: { offset, leaderEpoch: -1, metadata: 'm'.repeat(200) },
});

describe('the journal', () => {
  let folder: TempDir;

  beforeEach(async () => {
    folder = await tempDir('embedded-kafka');
  });
  afterEach(() => folder.remove());

  it('given far more changes than state, when it grows, then it is rewritten while it runs and loses nothing', async () => {
    const path = join(folder.path, 'metadata.journal');
    const journal = await Journal.open(path, false);
    await journal.append([topic]);
    for (let from = 0; from < 10_000; from += 500) {
      await journal.append(Array.from({ length: 500 }, (_, at) => commit(from + at)));
    }
    expect((await stat(path)).size).toBeLessThan(2 * 1024 * 1024);
    const before = [...journal.image.records()];
    await journal.close();
    const again = await Journal.open(path, false);
    expect([...again.image.records()]).toEqual(before);
    expect(again.image.committed('a group with a longer name', 't', 0)?.offset).toBe(9999);
    await again.close();
  });
});
