import { Kafka, logLevel } from 'kafkajs';

import { topicsWith } from '#libs/contracts';
import { consumerGroup } from '#libs/event-flow';

import { channels } from '../house/configuration.js';
import { waitUntil } from '../house/wait.js';
import { type Field } from '../run/field.js';
import { briskly, everyBroker, type Scenario } from '../scenario.js';

const recordedTopics = topicsWith(channels)
  .filter(({ readers }) => readers.includes('ledger'))
  .map(({ name }) => name);

export const ledgerAway: readonly Scenario[] = [
  {
    name: 'ledger-away',
    says: 'the ledger is away from the first question to the last outcome; afterwards it catches up',
    brokers: everyBroker,
    pace: briskly,
    inFlight: false,
    before: async (field) => field.house.stack.process('ledger').stop(),
    strike: async () => undefined,
    after: async (field) => {
      const lagBefore = await lagOf(field);
      await field.restart('ledger');
      const caughtUp = await waitUntil(async () => (await lagOf(field)) === 0, 120_000, field.signal);
      return [
        ...(lagBefore === 0 ? ['the fault did not bite: nothing waits for the ledger'] : []),
        ...(caughtUp ? [] : ['the ledger has not caught up after 120 s']),
      ];
    },
  },
];

/** Records that the ledger's groups have not committed yet, by the broker's own count. */
async function lagOf({ house }: Field): Promise<number> {
  const kafka = new Kafka({ clientId: 'fault-lag', brokers: [...house.cluster.brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const lags = await Promise.all(recordedTopics.map((topic) => lagOn(admin, topic)));
    return lags.reduce((sum, lag) => sum + lag, 0);
  } finally {
    await admin.disconnect();
  }
}

async function lagOn(admin: ReturnType<Kafka['admin']>, topic: string): Promise<number> {
  const [committed] = await admin.fetchOffsets({ groupId: consumerGroup('ledger', topic), topics: [topic] });
  const ends = await admin.fetchTopicOffsets(topic);
  return ends.reduce((sum, { partition, low, high }) => {
    const found = Number(committed?.partitions.find((one) => one.partition === partition)?.offset ?? -1);
    return sum + Number(high) - Math.max(found, Number(low));
  }, 0);
}
