import { type ICustomPartitioner, type RecordMetadata } from 'kafkajs';

/**
 * Whether the brokers answered for every partition of a send. kafkajs 2.2.4 repeats a send for the brokers that gave no
 * answer: where the leader of a partition is killed and one that had answered already becomes its leader, nobody is
 * asked for that partition again, and the send resolves all the same. Such a send has failed.
 */
export class SendCoverage {
  private readonly chosen = new Set<string>();

  /** Notes what the partitioner chooses. */
  watch(partitioner: ICustomPartitioner): ICustomPartitioner {
    return () => {
      const choose = partitioner();
      return (args) => {
        const partition = choose(args);
        this.chosen.add(`${args.topic}/${partition}`);
        return partition;
      };
    };
  }

  begin(): void {
    this.chosen.clear();
  }

  isWhole(answers: readonly Pick<RecordMetadata, 'topicName' | 'partition'>[]): boolean {
    const answered = new Set(answers.map(({ topicName, partition }) => `${topicName}/${partition}`));
    return [...this.chosen].every((place) => answered.has(place));
  }
}
