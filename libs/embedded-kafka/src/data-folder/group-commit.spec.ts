import { GroupCommit } from './group-commit.js';

describe('group commit', () => {
  it('given items that come during a flush, when it ends, then they share the next one, in order', async () => {
    const flushes: number[][] = [];
    const commits = new GroupCommit<number>(async (items) => void flushes.push(items));
    const first = commits.add(1);
    await Promise.resolve();
    await Promise.all([first, commits.add(2), commits.add(3)]);
    expect(flushes).toEqual([[1], [2, 3]]);
  });

  it('given a failed flush, when more comes, then nothing is acknowledged any more', async () => {
    let flushes = 0;
    const commits = new GroupCommit<number>(async () => {
      flushes += 1;
      throw new Error('disk full');
    });
    await expect(commits.add(1)).rejects.toThrow('disk full');
    await expect(commits.add(2)).rejects.toThrow('disk full');
    expect(commits.failed).toBe(true);
    expect(flushes).toBe(1);
  });
});
