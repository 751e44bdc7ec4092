/** All that the broker knows beside the record logs, as a sequence of changes. Plain JSON; applying one twice changes nothing. */
export type JournalRecord =
  | { kind: 'cluster'; id: string }
  | { kind: 'topic'; topic: TopicEntry }
  | { kind: 'topic-deleted'; name: string }
  | { kind: 'log-start'; topic: string; partition: number; offset: number }
  | { kind: 'commit'; group: string; topic: string; partition: number; commit: CommittedOffset }
  | { kind: 'group-deleted'; group: string }
  | { kind: 'producer-ids'; next: number };

export interface TopicEntry {
  name: string;
  /** Tells apart topics of one name that lived one after the other: part of the folder's name. */
  incarnation: number;
  partitions: number;
  configs: Record<string, string>;
}

export interface CommittedOffset {
  offset: number;
  leaderEpoch: number;
  metadata: string;
}
