import { joinedBytes } from './joined-bytes.js';

describe('joined bytes', () => {
  it('given columns, empty and absent ones among them, then each is found again where its start and length say', () => {
    const all = [Buffer.from('one'), null, Buffer.alloc(0), Buffer.from('Größe')];
    const { bytes, starts, lengths } = joinedBytes(all);
    expect(bytes.toString()).toBe('oneGröße');
    const found = all.map((_, row) => {
      const [start, length] = [starts[row] ?? null, lengths[row] ?? null];
      return start === null || length === null ? null : bytes.subarray(start - 1, start - 1 + length);
    });
    expect(found).toEqual(all);
  });

  it('given no row, then there is nothing', () => {
    expect(joinedBytes([])).toEqual({ bytes: Buffer.alloc(0), starts: [], lengths: [] });
  });
});
