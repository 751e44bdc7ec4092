import { Kafka, logLevel } from 'kafkajs';

import { eventually } from './eventually.js';
import { tempDir } from './temp-dir.js';

export interface TestBroker {
  /** host:port of each, as KAFKA_BROKERS lists them. */
  readonly brokers: string[];
  /** Ends an embedded broker and removes its data; a cluster that was there before is left running. */
  stop(): Promise<void>;
}

/**
 * An empty embedded broker, or, when KAFKA_BROKERS is set, that cluster after `resetBroker` for `topics`.
 *
 * Topic names are fixed, so tests on a cluster share them: they run in band.
 */
export async function testBroker(topics: readonly string[] = []): Promise<TestBroker> {
  const shared = process.env['KAFKA_BROKERS'];
  if (!shared) return embeddedBroker();
  const brokers = shared.split(',');
  await resetBroker(brokers, topics);
  return { brokers, stop: () => Promise.resolve() };
}

/** Loaded here and not above: most users of the testkit need no broker. */
async function embeddedBroker(): Promise<TestBroker> {
  const { startEmbeddedBroker } = await import('#libs/embedded-kafka');
  const dir = await tempDir('broker');
  const broker = await startEmbeddedBroker({ dataDir: dir.path, port: 0 });
  const stop = async () => {
    await broker.close();
    await dir.remove();
  };
  return { brokers: [`${broker.host}:${broker.port}`], stop };
}

/** Deletes those of `topics` that exist, with all their records and the groups' offsets on them, and waits until they are gone. */
export async function resetBroker(brokers: readonly string[], topics: readonly string[]): Promise<void> {
  const admin = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const present = async () => (await admin.listTopics()).filter((topic) => topics.includes(topic));
  try {
    const old = await present();
    if (old.length > 0) await admin.deleteTopics({ topics: old });
    await eventually(async () => expectNone(await present()), { because: 'the topics of earlier tests are deleted' });
  } finally {
    await admin.disconnect();
  }
}

function expectNone(left: readonly string[]): void {
  if (left.length > 0) throw new Error(`still there: ${left.join(', ')}`);
}
