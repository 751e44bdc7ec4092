import { type OffsetsByTopicPartition } from 'kafkajs';

type Commit = (offsets: OffsetsByTopicPartition) => Promise<void>;

/** Partitions of one consumer that are finished in the same breath are committed in one request, together or not at all. */
export class GatheredCommits {
  private readonly waiting = new Map<number, string>();
  private sent: Promise<void> | null = null;

  constructor(private readonly topic: string) {}

  /** `offset`: the next to be read. Any batch's `commit` serves: it is the consumer's. */
  add(partition: number, offset: string, commit: Commit): Promise<void> {
    this.waiting.set(partition, offset);
    this.sent ??= Promise.resolve().then(() => this.send(commit));
    return this.sent;
  }

  private send(commit: Commit): Promise<void> {
    const partitions = [...this.waiting].map(([partition, offset]) => ({ partition, offset }));
    this.waiting.clear();
    this.sent = null;
    return commit({ topics: [{ topic: this.topic, partitions }] });
  }
}
