// Publishes examples/question.json as a bare record, with kafkajs and nothing of ours.
//   node examples/ask.mjs [interaction id]
import { readFileSync } from 'node:fs';

import { Kafka, logLevel, Partitioners } from 'kafkajs';

const question = JSON.parse(readFileSync(new URL('question.json', import.meta.url), 'utf8'));
question.interactionId = process.argv[2] ?? question.interactionId;

const kafka = new Kafka({
  clientId: 'example-upstream',
  logLevel: logLevel.ERROR,
  brokers: (process.env.KAFKA_BROKERS ?? '127.0.0.1:9092').split(','),
});
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
await producer.connect();
await producer.send({
  topic: 'questions.asked.v1',
  messages: [{ key: `default/${question.interactionId}`, value: JSON.stringify(question) }],
});
await producer.disconnect();
console.log(`asked ${question.interactionId}`);
