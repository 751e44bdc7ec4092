import { roundTrip } from './probe.js';

/** All topics (-1), none to be created. */
const everything = { key: 3, version: 4, body: Buffer.from([0xff, 0xff, 0xff, 0xff, 0]) };

/**
 * Whether node `id` is an in-sync replica of every partition that is assigned to it, by the word of the broker on `port`
 * of 127.0.0.1. Asked of a node that has just come back, that is the truth: it serves only after it has read of its own
 * return in the cluster's metadata. False where nobody answers.
 */
export async function fullyReplicates(port: number, id: number): Promise<boolean> {
  try {
    const partitions = partitionsOf(await roundTrip(port, everything));
    return partitions.every(({ replicas, inSync }) => !replicas.includes(id) || inSync.includes(id));
  } catch {
    return false;
  }
}

interface Partition {
  readonly replicas: readonly number[];
  readonly inSync: readonly number[];
}

/** Of a Metadata answer, version 4: throttle time, brokers, cluster, controller, topics with their partitions. */
function partitionsOf(body: Buffer): Partition[] {
  const answer = new Fields(body);
  answer.int32();
  answer.list(() => [answer.int32(), answer.string(), answer.int32(), answer.string()]);
  answer.string();
  answer.int32();
  return answer.list(() => topic(answer)).flat();
}

function topic(answer: Fields): Partition[] {
  answer.skip(2);
  answer.string();
  answer.skip(1);
  return answer.list(() => {
    answer.skip(2 + 4 + 4); // error, index, leader
    return { replicas: answer.list(() => answer.int32()), inSync: answer.list(() => answer.int32()) };
  });
}

/** The fields of a message, one after the other; reading past the end throws. */
class Fields {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  skip(bytes: number): void {
    this.at += bytes;
  }

  int32(): number {
    this.at += 4;
    return this.bytes.readInt32BE(this.at - 4);
  }

  /** Skipped: no text is needed here. Null has the length -1. */
  string(): void {
    this.at += 2;
    this.at += Math.max(0, this.bytes.readInt16BE(this.at - 2));
  }

  list<T>(read: () => T): T[] {
    return Array.from({ length: this.int32() }, read);
  }
}
