import { isIPv4 } from 'node:net';
import { servedApis } from './apis/served-apis.js';
import { type BrokerNode } from './apis/broker-node.js';
import { GroupCoordinator } from './groups/group-coordinator.js';
import { ProducerIds } from './journal/producer-ids.js';
import { BrokerStartError, type EmbeddedBroker, type EmbeddedBrokerOptions } from './options.js';
import { Listener } from './server/listener.js';
import { Router } from './server/router.js';
import { openStorage, type Storage } from './storage.js';

const defaultPort = 9092;
const defaultRetentionCheckMs = 30_000;
const nodeId = 1;

/**
 * Starts a single-node broker that speaks the Kafka protocol, for trying out and tests; never for production: there is one
 * copy of the data, no authentication and no encryption.
 * @throws BrokerStartError with a code and one sentence.
 */
export async function startEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<EmbeddedBroker> {
  const host = options.host ?? '127.0.0.1';
  if (!options.allowAnyHost && !isLoopback(host)) {
    throw new BrokerStartError('host.refused', `The embedded broker listens on loopback only, not on ${host}.`);
  }
  const storage = await openStorage(options.dataDir, options.fsync ?? true, options.log ?? silent);
  try {
    return serve(options, host, storage, await listen(host, options.port ?? defaultPort));
  } catch (error) {
    await storage.close();
    throw error;
  }
}

function serve(options: EmbeddedBrokerOptions, host: string, storage: Storage, listener: Listener): EmbeddedBroker {
  const log = options.log ?? silent;
  const groups = new GroupCoordinator(storage.journal, options.groupInitialRebalanceDelayMs ?? 0, log);
  const { clusterId, topics } = storage;
  const node: BrokerNode = {
    nodeId,
    clusterId,
    autoCreateTopics: options.autoCreateTopics ?? false,
    topics,
    groups,
    producerIds: new ProducerIds(storage.journal),
    addressFor: (client) => ({ host: isWildcard(host) ? client.localHost : host, port: listener.port }),
  };
  listener.serve(new Router(servedApis(node)), log);
  const retention = keepRetention(topics, options.retentionCheckMs ?? defaultRetentionCheckMs, log);
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    clearInterval(retention);
    groups.close();
    await listener.close();
    await storage.close();
  };
  return { host, port: listener.port, clusterId, close: () => (closing ??= closeAll()) };
}

async function listen(host: string, port: number): Promise<Listener> {
  try {
    return await Listener.open(host, port);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (reason === 'EADDRINUSE') throw new BrokerStartError('port.taken', `Port ${port} on ${host} is taken.`);
    throw new BrokerStartError('host.refused', `The broker cannot listen on ${host}:${port}: ${reason}.`);
  }
}

function keepRetention(topics: Storage['topics'], everyMs: number, log: (line: string) => void): NodeJS.Timeout {
  const check = () => {
    topics.applyRetention(Date.now()).catch((error: unknown) => log(`retention failed: ${nameOf(error)}`));
  };
  return setInterval(check, everyMs).unref();
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

function silent(): void {}
