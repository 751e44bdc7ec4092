import { type Topic } from '#libs/contracts';

export interface TopicAdmin {
  /** Makes those that are missing, as the topic table says; the others stay as they are. */
  ensureTopics(topics: readonly Topic[]): Promise<void>;
  missingTopics(names: readonly string[]): Promise<string[]>;
  /** Records of the topic that the group has not committed yet. */
  lag(group: string, topic: string): Promise<number>;
  clusterId(): Promise<string>;
  close(): Promise<void>;
}
