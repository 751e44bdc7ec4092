import { GatheredCommits } from './gathered-commits.js';

type Offsets = { topics: { topic: string; partitions: { partition: number; offset: string }[] }[] };

describe('commits of several partitions', () => {
  const requests: Offsets[] = [];
  const commit = async (offsets: Offsets) => void requests.push(offsets);
  beforeEach(() => requests.splice(0));

  it('given some in one breath, then one request holds the latest offset of each', async () => {
    const commits = new GatheredCommits('t');
    await Promise.all([commits.add(0, '5', commit), commits.add(3, '9', commit), commits.add(0, '6', commit)]);
    const partitions = [{ partition: 0, offset: '6' }, { partition: 3, offset: '9' }]; // prettier-ignore
    expect(requests).toEqual([{ topics: [{ topic: 't', partitions }] }]);
  });

  it('given one while another is on its way, then it goes in the next request', async () => {
    const commits = new GatheredCommits('t');
    const first = commits.add(0, '5', commit);
    await Promise.resolve();
    await Promise.all([first, commits.add(1, '7', commit)]);
    expect(requests.map(({ topics }) => topics[0]?.partitions)).toEqual([
      [{ partition: 0, offset: '5' }],
      [{ partition: 1, offset: '7' }],
    ]);
  });

  it('given a refusal, then everyone in the request hears of it, and the next one is tried', async () => {
    const commits = new GatheredCommits('t');
    const refuse = () => Promise.reject(new Error('rebalancing'));
    const both = await Promise.allSettled([commits.add(0, '5', refuse), commits.add(1, '7', refuse)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await commits.add(1, '7', commit);
    expect(requests).toHaveLength(1);
  });
});
