import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { LocalKafkaError } from './local-kafka-error.js';
import { projectRoot } from './project-root.js';
import { availablePort } from './start-local-kafka.js';

/** What one node of the cluster is started with. */
export interface NodePlan {
  readonly id: number;
  readonly port: number;
  /** The node's log and its configuration lie here, the data below it. */
  readonly dir: string;
  readonly properties: string;
}

export interface ClusterPlan {
  /** The same for all nodes, or they would not talk to each other. */
  readonly clusterId: string;
  readonly nodes: readonly NodePlan[];
}

const ids = [1, 2, 3];

/** Ports and configuration of three nodes, each in its own folder below `dir`. */
export async function planCluster(dir: string): Promise<ClusterPlan> {
  const ports = await freePorts(2 * ids.length);
  const members = ids.map((id) => ({ id, port: ports[id - 1] ?? 0, controllerPort: ports[ids.length + id - 1] ?? 0 }));
  const voters = members.map(({ id, controllerPort }) => `${id}@127.0.0.1:${controllerPort}`).join(',');
  const nodes = members.map(({ id, port, controllerPort }) => {
    const home = join(dir, `node-${id}`);
    const values = { nodeId: id, voters, port, controllerPort, dataDir: join(home, 'log') };
    return { id, port, dir: home, properties: writeProperties(home, values) };
  });
  return { clusterId: newClusterId(), nodes };
}

function writeProperties(home: string, values: Record<string, string | number>): string {
  const template = join(projectRoot(), 'deploy', 'kafka', 'local', 'cluster-node.properties');
  const file = join(home, 'server.properties');
  mkdirSync(home, { recursive: true });
  const filled = readFileSync(template, 'utf8').replace(/\$\{(\w+)\}/g, (hole, name: string) =>
    String(values[name] ?? hole),
  );
  writeFileSync(file, filled);
  return file;
}

/**
 * Below the range that the system takes for outgoing connections: while a node is down, a client that knocks at its
 * port could otherwise be given that very port, talk to itself and keep the node from coming back.
 */
async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries > 200) throw new LocalKafkaError('port_taken', 'No free ports between 20000 and 32000 of 127.0.0.1.');
    const port = await availablePort(randomInt(20_000, 32_000)).catch(() => undefined);
    if (port !== undefined) found.add(port);
  }
  return [...found];
}

function newClusterId(): string {
  const id = randomBytes(16);
  id[0] = (id[0] ?? 0) & 0x7f; // an id that begins with a hyphen would be taken for an option
  return id.toString('base64url');
}
