import { segmentsToDrop } from './retention.js';

const segment = (sizeInBytes: number, maxTimestamp: number) => ({ sizeInBytes, maxTimestamp });
const log = [segment(100, 10), segment(100, 20), segment(100, 30)];

describe('retention', () => {
  it.each([
    ['no limit', { retentionMs: -1, retentionBytes: -1 }, 0],
    ['an age that two exceed', { retentionMs: 75, retentionBytes: -1 }, 2],
    ['an age that all exceed', { retentionMs: 1, retentionBytes: -1 }, 3],
    ['a size that two fill', { retentionMs: -1, retentionBytes: 200 }, 1],
    ['a size between one and two', { retentionMs: -1, retentionBytes: 150 }, 1],
    ['a size of nothing', { retentionMs: -1, retentionBytes: 0 }, 2],
    ['both limits', { retentionMs: 85, retentionBytes: 100 }, 2],
  ])('given %s, when it is applied, then so many of the oldest go', (_, limits, dropped) => {
    expect(segmentsToDrop(log, limits, 100)).toBe(dropped);
  });

  it('given an empty log, when it is applied, then nothing goes', () => {
    expect(segmentsToDrop([segment(0, -1)], { retentionMs: 1, retentionBytes: 0 }, 100)).toBe(0);
  });
});
