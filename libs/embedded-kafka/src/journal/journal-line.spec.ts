import fc from 'fast-check';
import { readLines, writeLine } from './journal-line.js';
import { type JournalRecord } from './journal-record.js';
import { MetadataImage } from './metadata-image.js';

const topic = (name: string): JournalRecord => ({
  kind: 'topic',
  topic: { name, incarnation: 1, partitions: 2, configs: { 'retention.ms': '5' } },
});
const commit = (offset: number): JournalRecord => ({
  kind: 'commit',
  group: 'g',
  topic: 't',
  partition: 0,
  commit: { offset, leaderEpoch: -1, metadata: 'ünicode\n' },
});
const records = [topic('t'), commit(1), commit(2), { kind: 'producer-ids', next: 9 } as const];
const file = Buffer.concat(records.map(writeLine));

describe('journal lines', () => {
  it('given a file cut anywhere, when it is read, then a prefix of the records comes out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: file.length }), fc.uint8Array({ maxLength: 40 }), (length, garbage) => {
        const content = readLines(Buffer.concat([file.subarray(0, length), Buffer.from(garbage)]));
        const read = content.kind === 'sound' ? content.records : [];
        expect(content.kind).toBe('sound');
        expect(read).toEqual(records.slice(0, read.length));
      }),
    );
  });

  it('given a bad line before a good one, when it is read, then that is damage', () => {
    const altered = Buffer.from(file);
    altered[20] = 0x58;
    expect(readLines(altered)).toEqual({ kind: 'damaged', line: 1 });
  });
});

describe('the metadata image', () => {
  const imageOf = (changes: Iterable<JournalRecord>) => {
    const image = new MetadataImage();
    for (const change of changes) image.apply(change);
    return image;
  };

  it('given changes, when they are compacted, then the same state is left with fewer records', () => {
    const image = imageOf(records);
    const compact = [...image.records()];
    expect(compact).toHaveLength(3);
    expect([...imageOf(compact).records()]).toEqual(compact);
    expect(imageOf(compact).committed('g', 't', 0)?.offset).toBe(2);
  });

  it('given a deleted topic, when one of its name comes, then nothing of the old one is left', () => {
    const logStart: JournalRecord = { kind: 'log-start', topic: 't', partition: 0, offset: 7 };
    const image = imageOf([
      topic('t'),
      logStart,
      commit(5),
      { kind: 'topic-deleted', name: 't' },
      logStart,
      topic('t'),
    ]);
    expect(image.logStart('t', 0)).toBe(0);
    expect(image.committed('g', 't', 0)).toBeUndefined();
  });
});
