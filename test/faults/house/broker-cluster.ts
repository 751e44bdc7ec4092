import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { startBroker, untilBrokerIsUp } from '../../../tools/stack/broker-process.js';
import { distModule } from '../../../tools/stack/dist-module.js';
import { claimPort } from '../../../tools/stack/ports.js';
import { type BrokerKind } from '../report.js';

/** The brokers of a scenario, as one who pulls plugs sees them. Nodes count from 1. */
export interface BrokerCluster {
  readonly brokers: readonly string[];
  /** SIGKILL; resolves when the process is gone. */
  kill(node: number): Promise<void>;
  /** Starts a node that is down, on its old data; resolves when it takes part again. */
  start(node: number): Promise<void>;
  stop(): Promise<void>;
}

export interface BrokerFolders {
  readonly brokerDir: string;
  readonly logDir: string;
}

export function startBrokers(kind: BrokerKind, folders: BrokerFolders): Promise<BrokerCluster> {
  return kind === 'embedded' ? embeddedCluster(folders) : apacheCluster();
}

/** The embedded broker is a cluster of one. */
async function embeddedCluster({ brokerDir, logDir }: BrokerFolders): Promise<BrokerCluster> {
  const port = await claimPort(0, 'the embedded Kafka broker', 'KAFKA_PORT');
  const launch = () => startBroker({ dataDir: brokerDir, port, logFile: join(logDir, 'kafka.log') });
  let broker = launch();
  await untilBrokerIsUp(broker, port);
  return {
    brokers: [`127.0.0.1:${port}`],
    kill: async () => {
      broker.signal('SIGKILL');
      await broker.exited;
    },
    start: async () => {
      if (broker.isRunning()) return;
      broker = launch();
      await untilBrokerIsUp(broker, port);
    },
    stop: () => broker.stop(),
  };
}

const clusterModule = () => distModule('tools', 'kafka', 'start-local-cluster.js');

/** Why there is no Apache Kafka to run on; undefined where there is. */
export const noApacheKafka = (): string | undefined =>
  existsSync(clusterModule()) ? undefined : 'there is no local cluster of Apache Kafka';

async function apacheCluster(): Promise<BrokerCluster> {
  const { startLocalCluster } = (await import(pathToFileURL(clusterModule()).href)) as {
    startLocalCluster: () => Promise<BrokerCluster>;
  };
  return startLocalCluster();
}
