import { createHash } from 'node:crypto';

import { type ICustomPartitioner, Partitioners } from 'kafkajs';

/**
 * murmur2 as Java's clients do for a key. A record without one goes by its bytes: chance would send a retry to another
 * partition, and leave the first with a sequence number that the broker takes for a duplicate.
 */
export const stablePartitioner: ICustomPartitioner = () => {
  const byKey = Partitioners.DefaultPartitioner();
  return (args) => {
    if (args.message.key !== null && args.message.key !== undefined) return byKey(args);
    const digest = createHash('sha256')
      .update(args.message.value ?? '')
      .digest();
    return digest.readUInt32BE(0) % args.partitionMetadata.length;
  };
};
