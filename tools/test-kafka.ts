import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { exitCodeOf, LocalKafkaError } from './kafka/local-kafka-error.js';
import { projectRoot } from './kafka/project-root.js';
import { startLocalKafka } from './kafka/start-local-kafka.js';

/** The suites that must hold on Apache Kafka as they do on the embedded broker, and those that start one with logins. */
const suites = 'conformance|\\.e2e-spec\\.ts$|\\.kafka-spec\\.ts$';

/** `npm run test:kafka [-- jest arguments]`: those suites against a fresh local Apache Kafka; exit code 3 where none can be had. */
export async function main(argv: string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'imprimatur-kafka-'));
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort());
  try {
    const kafka = await startLocalKafka({ port: 0, dataDir, signal: interrupt.signal });
    console.log(`Apache Kafka is ready on ${kafka.brokers}`);
    process.exitCode = await runSuites(kafka.brokers, argv, interrupt.signal).finally(() => kafka.stop());
  } catch (error) {
    if (!(error instanceof LocalKafkaError)) throw error;
    console.error(error.message);
    process.exitCode = exitCodeOf(error);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function runSuites(brokers: string, argv: readonly string[], interrupt: AbortSignal): Promise<number> {
  const args = [
    join('node_modules', 'jest', 'bin', 'jest.js'),
    '--selectProjects',
    'int',
    'e2e',
    'kafka',
    '--runInBand',
    '--testPathPatterns',
    suites,
    ...argv,
  ];
  const jest = spawn(process.execPath, args, {
    cwd: projectRoot(),
    stdio: 'inherit',
    env: { ...process.env, KAFKA_BROKERS: brokers },
  });
  interrupt.addEventListener('abort', () => jest.kill('SIGTERM'));
  const [code] = (await once(jest, 'exit')) as [number | null];
  return code ?? 1;
}
