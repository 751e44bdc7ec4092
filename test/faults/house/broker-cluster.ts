import { join } from 'node:path';

import { kafkaJars } from '../../../tools/kafka/jars.js';
import { LocalKafkaError } from '../../../tools/kafka/local-kafka-error.js';
import { startLocalCluster } from '../../../tools/kafka/start-local-cluster.js';
import { startBroker, untilBrokerIsUp } from '../../../tools/stack/broker-process.js';
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
  return kind === 'embedded' ? embeddedCluster(folders) : startLocalCluster();
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

/** Why there is no Apache Kafka to run on; undefined where there is. */
export function noApacheKafka(): string | undefined {
  try {
    kafkaJars();
    return undefined;
  } catch (error) {
    if (error instanceof LocalKafkaError) return error.message;
    throw error;
  }
}
