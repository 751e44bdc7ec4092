import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../data-folder/files.js';
import { type TopicEntry } from '../journal/journal-record.js';
import { type Journal } from '../journal/journal.js';
import { PartitionLog } from '../log/partition-log.js';
import { topicSettings, type TopicSettings } from './topic-config.js';

export interface TopicSurroundings {
  /** The folder that holds a folder for each topic. */
  folder: string;
  journal: Journal;
  fsync: boolean;
  log: (line: string) => void;
}

/** The folder of a topic: a name can come back, and must not meet the files of its former life. */
export function topicFolderName(entry: TopicEntry): string {
  return `${entry.name}~${entry.incarnation}`;
}

/** A topic with its open partition logs. */
export class Topic {
  readonly partitions: PartitionLog[] = [];
  private settingsInForce: TopicSettings;

  private constructor(
    private current: TopicEntry,
    private readonly surroundings: TopicSurroundings,
  ) {
    this.settingsInForce = topicSettings(current.configs);
  }

  /** Opens or creates the logs of all partitions; their folders are durable when this resolves. */
  static async open(entry: TopicEntry, surroundings: TopicSurroundings): Promise<Topic> {
    const topic = new Topic(entry, surroundings);
    await mkdir(topic.folder, { recursive: true });
    await syncFolder(surroundings.folder);
    await topic.openPartitions(entry.partitions);
    return topic;
  }

  get entry(): TopicEntry {
    return this.current;
  }

  get settings(): TopicSettings {
    return this.settingsInForce;
  }

  /** Opens partitions up to `count` in all; they are served once this resolves. */
  async openPartitions(count: number): Promise<void> {
    const first = this.partitions.length;
    const openings = Array.from({ length: count - first }, (_, at) => this.openPartition(first + at));
    const settled = await Promise.allSettled(openings);
    const opened = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    try {
      await Promise.all(openings);
      await syncFolder(this.folder);
    } catch (error) {
      await Promise.all(opened.map((log) => log.close()));
      throw error;
    }
    this.partitions.push(...opened);
  }

  /** Takes over an entry that the journal holds. */
  adopt(entry: TopicEntry): void {
    this.current = entry;
    this.settingsInForce = topicSettings(entry.configs);
  }

  async applyRetention(now: number): Promise<void> {
    for (const partition of this.partitions) await partition.applyRetention(this.settings, now);
  }

  async close(): Promise<void> {
    await Promise.all(this.partitions.map((partition) => partition.close()));
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private get folder(): string {
    return join(this.surroundings.folder, topicFolderName(this.current));
  }

  private async openPartition(partition: number): Promise<PartitionLog> {
    const { journal, fsync, log } = this.surroundings;
    const { name } = this.current;
    const opened = await PartitionLog.open({
      folder: join(this.folder, String(partition)),
      logStartOffset: journal.image.logStart(name, partition),
      fsync,
      segmentBytes: () => this.settings.segmentBytes,
      persistLogStart: (offset) => journal.append([{ kind: 'log-start', topic: name, partition, offset }]),
    });
    if (opened.truncatedBytes > 0) log(`${name}-${partition}: cut off a torn tail of ${opened.truncatedBytes} bytes`);
    return opened.log;
  }
}
