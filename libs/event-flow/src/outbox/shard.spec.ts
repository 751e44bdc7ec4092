import { shardCount, shardOf } from './shard.js';

describe('shard', () => {
  it('given a key as text or as bytes, then its shard is the same, and fixed for ever', () => {
    // A changed hash would let two relays hold one key during an upgrade.
    expect(['default/question-1', 'default/question-2', ''].map((key) => shardOf(key))).toEqual([
      shardOf(Buffer.from('default/question-1')),
      shardOf(Buffer.from('default/question-2')),
      3,
    ]);
  });

  it('given many keys, then every shard gets some', () => {
    const shards = new Set(Array.from({ length: 500 }, (_, index) => shardOf(`default/question-${index}`)));
    expect([...shards].sort((a, b) => a - b)).toEqual(Array.from({ length: shardCount }, (_, shard) => shard));
  });
});
