import { parseArgs } from 'node:util';

import { exitCodeOf, LocalKafkaError } from './kafka/local-kafka-error.js';
import { startLocalKafka, type LocalKafkaOptions } from './kafka/start-local-kafka.js';

/** `npm run kafka -- [--port 9092] [--data-dir DIR]`: a local Apache Kafka in the foreground, until Ctrl-C. */
export async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { port: { type: 'string' }, 'data-dir': { type: 'string' } } });
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort());
  try {
    await run({
      port: values.port ? Number(values.port) : undefined,
      dataDir: values['data-dir'],
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
  await kafka.ended;
  if (!options.signal?.aborted)
    throw new LocalKafkaError('exited', `Apache Kafka ended by itself: see kafka.log in ${kafka.dataDir}.`);
}
