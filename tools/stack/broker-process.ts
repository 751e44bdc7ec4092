import { connect } from 'node:net';

import { type StackProcess, startProcess, waitUntilUp } from './child-process.js';
import { distModule } from './dist-module.js';

export interface BrokerPlan {
  readonly dataDir: string;
  readonly port: number;
  readonly logFile: string;
}

/** The embedded broker in its own process, as services would find any broker. */
export function startBroker({ dataDir, port, logFile }: BrokerPlan): StackProcess {
  const script = distModule('libs', 'embedded-kafka', 'src', 'main.js');
  const args = ['--data-dir', dataDir, '--port', String(port)];
  return startProcess({ name: 'embedded Kafka', script, args, env: {}, logFile });
}

export function untilBrokerIsUp(broker: StackProcess, port: number, signal?: AbortSignal): Promise<void> {
  return waitUntilUp(broker, () => accepts(port), { timeoutMs: 20_000, signal });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });
}
