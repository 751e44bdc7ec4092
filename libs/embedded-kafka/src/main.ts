import { parseArgs } from 'node:util';
import { BrokerStartError } from './options.js';
import { startEmbeddedBroker } from './start-broker.js';

/** `main.js --data-dir <folder> [--port 9092] [--host 127.0.0.1]`: runs until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'data-dir': { type: 'string' }, port: { type: 'string' }, host: { type: 'string' } },
  });
  const port = Number(values.port ?? 9092);
  if (!values['data-dir'] || !Number.isInteger(port))
    return fail('usage: --data-dir <folder> [--port <port>] [--host <host>]');
  const broker = await startEmbeddedBroker({
    dataDir: values['data-dir'],
    port,
    host: values.host,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  const stop = () => void broker.close();
  process.once('SIGTERM', stop).once('SIGINT', stop);
  process.stdout.write(`embedded-kafka listening on ${broker.host}:${broker.port}\n`);
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

main().catch((error: unknown) => {
  if (!(error instanceof BrokerStartError)) throw error;
  fail(`${error.code}: ${error.message}`);
});
