import { type IncomingRecord } from '#libs/contracts';

import { type KafkaSettings } from '../event-flow.port.js';
import { kafkaClient } from './client.js';
import { kafkaFailure } from './kafka-failure.js';
import { kafkaTail } from './tail.js';

/** `<topic>/<partition>` and the offset after its last record. */
type Ends = ReadonlyMap<string, bigint>;

/** A last record may be gone (retention, compaction): silence of this length counts as the end. */
const silenceMs = 5_000;

/**
 * Every record that lies in the topics at the moment of the call; a topic that does not exist counts as empty.
 * @throws OutageError when the broker is away
 */
export async function kafkaReadAll(settings: KafkaSettings, topics: readonly string[]): Promise<IncomingRecord[]> {
  const ends = await filledPartitions(settings, topics);
  if (ends.size === 0) return [];
  const reading = new Reading(ends);
  const present = [...new Set([...ends.keys()].map((place) => place.slice(0, place.lastIndexOf('/'))))];
  const tail = await kafkaTail(settings, present, (record) => reading.take(record), { fromBeginning: true });
  await reading.complete;
  await tail.stop();
  return reading.found;
}

class Reading {
  readonly found: IncomingRecord[] = [];
  readonly complete: Promise<void>;
  private readonly open: Set<string>;
  private silence: NodeJS.Timeout | undefined;
  private end: () => void = () => undefined;

  constructor(private readonly ends: Ends) {
    this.open = new Set(ends.keys());
    this.complete = new Promise((resolve) => (this.end = resolve));
    this.waitForMore();
  }

  take(record: IncomingRecord): void {
    const place = `${record.topic}/${record.partition}`;
    const end = this.ends.get(place) ?? 0n;
    if (BigInt(record.offset) < end) this.found.push(record);
    if (BigInt(record.offset) >= end - 1n) this.open.delete(place);
    this.waitForMore();
  }

  private waitForMore(): void {
    clearTimeout(this.silence);
    if (this.open.size === 0) this.end();
    else this.silence = setTimeout(this.end, silenceMs);
  }
}

async function filledPartitions(settings: KafkaSettings, topics: readonly string[]): Promise<Ends> {
  const admin = kafkaClient(settings).admin();
  try {
    await admin.connect();
    const present = new Set(await admin.listTopics());
    const ends = new Map<string, bigint>();
    for (const topic of topics.filter((name) => present.has(name))) {
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        if (BigInt(high) > BigInt(low)) ends.set(`${topic}/${partition}`, BigInt(high));
      }
    }
    return ends;
  } catch (error) {
    throw kafkaFailure(error);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
