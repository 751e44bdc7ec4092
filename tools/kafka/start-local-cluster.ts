import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ClusterNode } from './cluster-node.js';
import { planCluster } from './cluster-plan.js';
import { kafkaJars } from './jars.js';

export interface LocalCluster {
  /** host:port of node 1, 2 and 3. */
  readonly brokers: string[];
  /** SIGKILL; resolves when the JVM of node 1, 2 or 3 is gone. A node that is down already is left so. */
  kill(node: number): Promise<void>;
  /** Starts a killed node on its old data; resolves when it is in sync again. */
  start(node: number): Promise<void>;
  /** Ends all nodes and removes their data. */
  stop(): Promise<void>;
}

/**
 * Three Apache Kafka nodes (KRaft, each broker and controller) on 127.0.0.1: three replicas, two of them needed for an
 * acknowledgement. Ready for clients, with all nodes in sync, when the promise resolves.
 *
 * @throws LocalKafkaError `tools_missing` or `maven_unreachable` where none can be had, others as their code says
 */
export async function startLocalCluster(): Promise<LocalCluster> {
  const classPath = join(kafkaJars(), '*');
  const dir = mkdtempSync(join(tmpdir(), 'imprimatur-kafka-cluster-'));
  const plan = await planCluster(dir);
  const nodes = plan.nodes.map((node) => new ClusterNode(node, classPath));
  const end = forgetNone(nodes, dir);
  try {
    await Promise.all(nodes.map((node) => node.format(plan.clusterId)));
    for (const node of nodes) node.launch();
    await Promise.all(nodes.map((node) => node.inSync()));
  } catch (error) {
    await Promise.all(nodes.map((node) => node.kill())); // the folder stays: the error names a log in it
    throw error;
  }
  return running(nodes, end);
}

function running(nodes: readonly ClusterNode[], stop: () => Promise<void>): LocalCluster {
  const nodeOf = (id: number): ClusterNode => {
    const node = nodes[id - 1];
    if (node === undefined) throw new RangeError(`there is no node ${id}`);
    return node;
  };
  return {
    brokers: nodes.map(({ address }) => address),
    kill: (id) => nodeOf(id).kill(),
    start: async (id) => {
      nodeOf(id).launch();
      await nodeOf(id).inSync();
    },
    stop,
  };
}

/**
 * No JVM outlives this process. They are killed rather than asked: a node in orderly shutdown waits for a controller
 * that goes down at the same time, and the data is thrown away.
 */
function forgetNone(nodes: readonly ClusterNode[], dir: string): () => Promise<void> {
  const atExit = () => {
    for (const node of nodes) node.killNow();
  };
  process.once('exit', atExit);
  return async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    process.off('exit', atExit);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
}
