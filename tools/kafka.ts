import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { kafkaHome } from './kafka/jars.js';
import { exitCodeOf, LocalKafkaError } from './kafka/local-kafka-error.js';
import { startLocalKafka, type LocalKafkaOptions } from './kafka/start-local-kafka.js';

/** Who is connected to a broker that asks for logins: the channel of the default configuration, and the examples. */
const tryingOut = { channels: ['web'], upstreams: ['example'] };

/** `npm run kafka -- [--port 9092] [--data-dir DIR] [--secured]`: a local Apache Kafka in the foreground, until Ctrl-C. */
export async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { port: { type: 'string' }, 'data-dir': { type: 'string' }, secured: { type: 'boolean' } },
  });
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort());
  try {
    await run({
      port: values.port ? Number(values.port) : undefined,
      dataDir: values['data-dir'] ?? (values.secured ? join(kafkaHome(), 'secured') : undefined),
      secured: values.secured ? tryingOut : undefined,
      signal: interrupt.signal,
    });
  } catch (error) {
    if (interrupt.signal.aborted) return;
    if (!(error instanceof LocalKafkaError)) throw error;
    console.error(error.message);
    process.exitCode = exitCodeOf(error);
  }
}

async function run(options: LocalKafkaOptions): Promise<void> {
  const started = Date.now();
  const kafka = await startLocalKafka(options);
  console.log(
    `Apache Kafka is ready on ${kafka.brokers} (${((Date.now() - started) / 1000).toFixed(1)} s), data in ${kafka.dataDir}. Ctrl-C stops it.`,
  );
  if (kafka.passwordsDir)
    console.log(`Every client logs in by SCRAM-SHA-512: KAFKA_PASSWORDS_DIR=${kafka.passwordsDir}`);
  await kafka.ended;
  if (!options.signal?.aborted)
    throw new LocalKafkaError('exited', `Apache Kafka ended by itself: see kafka.log in ${kafka.dataDir}.`);
}
