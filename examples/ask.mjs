// Publishes examples/question.json as a bare record, with kafkajs and nothing of ours.
//   node examples/ask.mjs [interaction id]
import { readFileSync } from 'node:fs';

import { Kafka, logLevel, Partitioners } from 'kafkajs';

const question = JSON.parse(readFileSync(new URL('question.json', import.meta.url), 'utf8'));
question.interactionId = process.argv[2] ?? question.interactionId;

// Where the broker asks for logins: KAFKA_SASL_USERNAME, and the password in the file KAFKA_SASL_PASSWORD_FILE.
const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD_FILE: passwordFile } = process.env;
const password = passwordFile && readFileSync(passwordFile, 'utf8').trim();
const sasl = username ? { mechanism: 'scram-sha-512', username, password } : undefined;

const kafka = new Kafka({
  sasl,
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
