import { type CommittedOffset, type JournalRecord, type TopicEntry } from './journal-record.js';

/** The state that the journal's records add up to. Only durable records are applied, so what is read here is safe to answer. */
export class MetadataImage {
  clusterId: string | undefined;
  nextProducerId = 1;
  readonly topics = new Map<string, TopicEntry>();
  private readonly logStarts = new Map<string, Map<number, number>>();
  private readonly commits = new Map<string, Map<string, Map<number, CommittedOffset>>>();

  apply(record: JournalRecord): void {
    switch (record.kind) {
      case 'cluster':
        this.clusterId = record.id;
        return;
      case 'topic':
        this.topics.set(record.topic.name, record.topic);
        return;
      case 'topic-deleted':
        return this.forgetTopic(record.name);
      case 'log-start':
        // A change that raced with the deletion of its topic must not come back with the next topic of that name.
        if (this.topics.has(record.topic)) entry(this.logStarts, record.topic).set(record.partition, record.offset);
        return;
      case 'commit':
        if (!this.topics.has(record.topic)) return;
        entry(entry(this.commits, record.group), record.topic).set(record.partition, record.commit);
        return;
      case 'group-deleted':
        this.commits.delete(record.group);
        return;
      case 'producer-ids':
        this.nextProducerId = record.next;
        return;
      default:
        throw new Error(`unknown journal record: ${String((record satisfies never as JournalRecord).kind)}`);
    }
  }

  logStart(topic: string, partition: number): number {
    return this.logStarts.get(topic)?.get(partition) ?? 0;
  }

  groupIds(): string[] {
    return [...this.commits.keys()];
  }

  committed(group: string, topic: string, partition: number): CommittedOffset | undefined {
    return this.commits.get(group)?.get(topic)?.get(partition);
  }

  committedPartitions(group: string): { name: string; partitions: number[] }[] {
    const topics = this.commits.get(group) ?? new Map<string, Map<number, CommittedOffset>>();
    return [...topics].map(([name, partitions]) => ({ name, partitions: [...partitions.keys()] }));
  }

  /** The shortest sequence of records that adds up to this state. */
  *records(): Generator<JournalRecord> {
    if (this.clusterId !== undefined) yield { kind: 'cluster', id: this.clusterId };
    yield { kind: 'producer-ids', next: this.nextProducerId };
    for (const topic of this.topics.values()) yield { kind: 'topic', topic };
    for (const [topic, partitions] of this.logStarts) {
      for (const [partition, offset] of partitions) yield { kind: 'log-start', topic, partition, offset };
    }
    for (const [group, topics] of this.commits) yield* commitRecords(group, topics);
  }

  private forgetTopic(name: string): void {
    this.topics.delete(name);
    this.logStarts.delete(name);
    for (const topics of this.commits.values()) topics.delete(name);
  }
}

function* commitRecords(group: string, topics: Map<string, Map<number, CommittedOffset>>): Generator<JournalRecord> {
  for (const [topic, partitions] of topics) {
    for (const [partition, commit] of partitions) yield { kind: 'commit', group, topic, partition, commit };
  }
}

function entry<K, V>(maps: Map<string, Map<K, V>>, key: string): Map<K, V> {
  const known = maps.get(key);
  if (known) return known;
  const fresh = new Map<K, V>();
  maps.set(key, fresh);
  return fresh;
}
