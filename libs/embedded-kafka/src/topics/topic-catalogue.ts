import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Turnstile } from '../data-folder/turnstile.js';
import { type TopicEntry } from '../journal/journal-record.js';
import { type PartitionLog } from '../log/partition-log.js';
import { ErrorCode } from '../protocol/error-code.js';
import { configProblem } from './topic-config.js';
import { isTopicName } from './topic-name.js';
import { Topic, topicFolderName, type TopicSurroundings } from './topic.js';

export interface TopicChange {
  error: ErrorCode;
  message: string | null;
}

const done: TopicChange = { error: ErrorCode.none, message: null };
const mostPartitions = 1000;

/** All topics. Changes go one after the other: files first, then the journal, then they are seen. */
export class TopicCatalogue {
  private readonly topics = new Map<string, Topic>();
  private readonly turnstile = new Turnstile();

  private constructor(private readonly surroundings: TopicSurroundings) {}

  /** Opens every topic of the journal and removes the folders of those that are gone. */
  static async open(surroundings: TopicSurroundings): Promise<TopicCatalogue> {
    const catalogue = new TopicCatalogue(surroundings);
    await mkdir(surroundings.folder, { recursive: true });
    await catalogue.removeOrphans();
    try {
      await catalogue.openKnown();
    } catch (error) {
      await catalogue.close();
      throw error;
    }
    return catalogue;
  }

  all(): Topic[] {
    return [...this.topics.values()];
  }

  find(name: string): Topic | undefined {
    return this.topics.get(name);
  }

  partition(name: string, index: number): PartitionLog | undefined {
    return this.topics.get(name)?.partitions[index];
  }

  create(
    name: string,
    partitions: number,
    configs: Record<string, string>,
    validateOnly = false,
  ): Promise<TopicChange> {
    return this.turnstile.pass(async () => {
      const refusal = this.refusalToCreate(name, partitions, configs);
      if (refusal || validateOnly) return refusal ?? done;
      const entry = { name, incarnation: this.nextIncarnation(), partitions, configs };
      const topic = await Topic.open(entry, this.surroundings);
      await this.surroundings.journal.append([{ kind: 'topic', topic: entry }]);
      this.topics.set(name, topic);
      return done;
    });
  }

  delete(name: string): Promise<ErrorCode> {
    return this.turnstile.pass(async () => {
      const topic = this.topics.get(name);
      if (!topic) return ErrorCode.unknownTopicOrPartition;
      await this.surroundings.journal.append([{ kind: 'topic-deleted', name }]);
      this.topics.delete(name);
      await topic.remove();
      return ErrorCode.none;
    });
  }

  /** Raises the number of partitions to `count`. */
  grow(name: string, count: number, validateOnly: boolean): Promise<TopicChange> {
    return this.change(name, validateOnly, (entry) =>
      count > entry.partitions && count <= mostPartitions
        ? { ...entry, partitions: count }
        : { error: ErrorCode.invalidPartitions, message: `the topic has ${entry.partitions} partitions` },
    );
  }

  /** Replaces the configs of a topic by what `next` makes of them. */
  configure(
    name: string,
    validateOnly: boolean,
    next: (configs: Record<string, string>) => Record<string, string> | TopicChange,
  ): Promise<TopicChange> {
    return this.change(name, validateOnly, (entry) => {
      const configs = next(entry.configs);
      if (isRefusal(configs)) return configs;
      return configRefusal(configs) ?? { ...entry, configs };
    });
  }

  async applyRetention(now: number): Promise<void> {
    for (const topic of this.all()) await topic.applyRetention(now);
  }

  async close(): Promise<void> {
    await this.turnstile.pass(() => Promise.all(this.all().map((topic) => topic.close())));
  }

  private change(
    name: string,
    validateOnly: boolean,
    decide: (entry: TopicEntry) => TopicEntry | TopicChange,
  ): Promise<TopicChange> {
    return this.turnstile.pass(async () => {
      const topic = this.topics.get(name);
      if (!topic) return { error: ErrorCode.unknownTopicOrPartition, message: 'no such topic' };
      const entry = decide(topic.entry);
      if ('error' in entry) return entry;
      if (validateOnly) return done;
      await topic.openPartitions(entry.partitions);
      await this.surroundings.journal.append([{ kind: 'topic', topic: entry }]);
      topic.adopt(entry);
      return done;
    });
  }

  private refusalToCreate(name: string, partitions: number, configs: Record<string, string>): TopicChange | undefined {
    if (!isTopicName(name)) return { error: ErrorCode.invalidTopic, message: 'not a legal topic name' };
    if (this.topics.has(name)) return { error: ErrorCode.topicAlreadyExists, message: 'the topic is there already' };
    if (partitions < 1 || partitions > mostPartitions) {
      return { error: ErrorCode.invalidPartitions, message: `a topic has 1 to ${mostPartitions} partitions` };
    }
    return configRefusal(configs);
  }

  private nextIncarnation(): number {
    return 1 + this.all().reduce((highest, topic) => Math.max(highest, topic.entry.incarnation), 0);
  }

  private async openKnown(): Promise<void> {
    for (const entry of this.surroundings.journal.image.topics.values()) {
      this.topics.set(entry.name, await Topic.open(entry, this.surroundings));
    }
  }

  private async removeOrphans(): Promise<void> {
    const { folder, journal } = this.surroundings;
    const known = new Set([...journal.image.topics.values()].map(topicFolderName));
    for (const name of await readdir(folder)) {
      if (!known.has(name)) await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}

function configRefusal(configs: Record<string, string>): TopicChange | undefined {
  const found = configProblem(configs);
  return found && { error: ErrorCode.invalidConfig, message: `${found.key}: ${found.problem}` };
}

function isRefusal(value: Record<string, string> | TopicChange): value is TopicChange {
  return typeof value.error === 'number';
}
