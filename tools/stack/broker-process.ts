import { connect } from 'node:net';

import { type StackProcess, startProcess, waitUntilUp } from './child-process.js';
import { distModule } from './dist-module.js';

const script = distModule('libs', 'embedded-kafka', 'src', 'main.js');

/** The embedded broker in its own process, as services would find any broker. */
export async function startBroker(plan: { dataDir: string; port: number; logFile: string }): Promise<StackProcess> {
  const args = ['--data-dir', plan.dataDir, '--port', String(plan.port)];
  const broker = startProcess({ name: 'embedded Kafka', script, args, env: {}, logFile: plan.logFile });
  await waitUntilUp(broker, () => accepts(plan.port), 20_000);
  return broker;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });
}
