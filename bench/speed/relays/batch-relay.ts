import { Kafka, logLevel, Partitioners } from 'kafkajs';

import { relayArguments, relaySettings } from './relay-settings.js';

const { brokers, from, to, group } = relayArguments(process.argv.slice(2));
const { acks, maxWaitTimeInMs, fromBeginning } = relaySettings;

/** One hop at the limit of kafkajs: a whole fetched batch in one send, and no logic. */
const kafka = new Kafka({ clientId: group, brokers, logLevel: logLevel.ERROR });
const consumer = kafka.consumer({ groupId: group, maxWaitTimeInMs });
// The default partitioner, named to silence the warning about it.
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });

await producer.connect();
await consumer.connect();
await consumer.subscribe({ topic: from, fromBeginning });
await consumer.run({
  eachBatch: async ({ batch }) => {
    await producer.send({ topic: to, acks, messages: batch.messages.map(({ key, value }) => ({ key, value })) });
  },
});

process.once('SIGTERM', () => {
  void consumer.disconnect().then(() => producer.disconnect());
});
