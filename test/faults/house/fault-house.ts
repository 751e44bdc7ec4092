import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Service, services, topicsWith } from '#libs/contracts';
import { type KeySet, readKeySet } from '#libs/seal';

import { type ScriptedProvider, startScriptedProvider } from '../../../examples/scripted-provider/index.js';
import { type StackProcess } from '../../../tools/stack/child-process.js';
import { claimPort } from '../../../tools/stack/ports.js';
import { startService, untilServiceIsReady } from '../../../tools/stack/service-process.js';
import { portsOf } from '../../../tools/stack/stack-settings.js';
import { type Stack, startStack } from '../../../tools/stack/start-stack.js';
import { faultScript } from '../provider-script.js';
import { type BrokerKind } from '../report.js';
import { type BrokerCluster, startBrokers } from './broker-cluster.js';
import { channels, houseConfiguration } from './configuration.js';
import { type Database, startDatabase } from './database.js';
import { TopicWatch } from './topic-watch.js';

/** The whole house in processes of its own, with brokers, database and provider in the hands of who breaks them. */
export interface FaultHouse {
  readonly dataDir: string;
  readonly stack: Stack;
  readonly cluster: BrokerCluster;
  readonly database: Database;
  readonly provider: ScriptedProvider;
  readonly watch: TopicWatch;
  readonly keys: KeySet;
  /** Starts a further instance of a service; resolves when it is ready. */
  addInstance(service: Service): Promise<StackProcess>;
  /** Every log file and every service's metrics, as they are now. */
  silentTexts(): Promise<string[]>;
  stop(): Promise<void>;
}

export interface FaultHouseOptions {
  readonly broker: BrokerKind;
  readonly env?: Partial<Record<Service, Readonly<Record<string, string>>>>;
  /** Called with the broker's empty folder before the broker starts; its result is called when the broker is gone. */
  readonly prepareBrokerFolder?: ((folder: string) => Promise<() => Promise<void>>) | undefined;
  readonly signal: AbortSignal;
}

/** Questions by HTTP and the views that are watched come under one token. */
const unthrottled = { delivery: { REQUESTS_PER_MINUTE: '1000000' } };
export const callSlots = 16;

export async function startFaultHouse(options: FaultHouseOptions): Promise<FaultHouse> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one().catch(() => undefined);
  };
  try {
    return { ...(await start(options, stops)), stop };
  } catch (error) {
    // The error names a log file: the folder, which is the first to stop, stays.
    stops.shift();
    await stop();
    throw error;
  }
}

type Stops = (() => Promise<unknown>)[];

async function start(options: FaultHouseOptions, stops: Stops): Promise<Omit<FaultHouse, 'stop'>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imprimatur-faults-'));
  stops.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  // The database's own user passes through it; keys and logs lie in folders that are closed.
  await chmod(dataDir, 0o711);
  const { cluster, database, provider } = await surroundings(options, dataDir, stops);
  const stack = await startStack({
    settings: {
      dataDir,
      kafka: { brokers: cluster.brokers },
      databaseUrl: database.adminUrl,
      httpPorts: portsOf(() => 0),
      configurationFile: null,
    },
    configure: houseConfiguration(provider.baseUrl),
    signal: options.signal,
    env: serviceEnvironment(options.env ?? {}),
  });
  stops.push(() => stack.stop());
  const watch = new TopicWatch(cluster.brokers, watchedTopics);
  watch.start();
  stops.push(() => watch.stop());
  const keys = await keysOf(stack);
  const addInstance = adder(stack, stops, options.signal);
  const silentTexts = async () => [...(await logsIn(stack.files.logDir)), ...(await metricsOf(stack))];
  return { dataDir, stack, cluster, database, provider, watch, keys, addInstance, silentTexts };
}

async function surroundings(options: FaultHouseOptions, dataDir: string, stops: Stops) {
  const folders = { brokerDir: join(dataDir, 'kafka'), logDir: join(dataDir, 'logs') };
  for (const folder of Object.values(folders)) await mkdir(folder, { mode: 0o700 });
  const giveBack = await options.prepareBrokerFolder?.(folders.brokerDir);
  if (giveBack) stops.push(giveBack);
  const provider = await startScriptedProvider({ script: faultScript });
  stops.push(() => provider.close());
  const database = await startDatabase(join(dataDir, 'postgres'));
  stops.push(() => database.stop());
  const cluster = await startBrokers(options.broker, folders);
  stops.push(() => cluster.stop());
  return { cluster, database, provider };
}

const watchedTopics = topicsWith(channels)
  .map(({ name }) => name)
  .filter((name) => !name.startsWith('ledger.') && name !== 'config.changed.v1');

function serviceEnvironment(more: NonNullable<FaultHouseOptions['env']>): FaultHouseOptions['env'] {
  const entries = services.map((service) => [
    service,
    { ...(service === 'delivery' ? unthrottled.delivery : {}), ...more[service] },
  ]);
  return Object.fromEntries(entries) as FaultHouseOptions['env'];
}

function adder(stack: Stack, stops: Stops, signal: AbortSignal): FaultHouse['addInstance'] {
  let added = 0;
  return async (service) => {
    const plan = stack.plan(service);
    const port = await claimPort(0, service, 'HTTP_PORT');
    const logDir = join(stack.files.logDir, `further-${++added}`);
    await mkdir(logDir);
    const further = startService(service, { ...plan, port, files: { ...plan.files, logDir } });
    stops.push(() => further.stop());
    await untilServiceIsReady(further, port, signal);
    return further;
  };
}

async function keysOf(stack: Stack): Promise<KeySet> {
  const keys = readKeySet(JSON.parse(await readFile(stack.files.keySetFile, 'utf8')));
  if (!keys.ok) throw new Error(`the key set cannot be read: ${keys.failure.code}`);
  return keys.value;
}

async function logsIn(logDir: string): Promise<string[]> {
  const found = await readdir(logDir, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map((file) => readFile(file, 'utf8')));
}

/** A service that is away has none. */
async function metricsOf(stack: Stack): Promise<string[]> {
  const texts = services.map((service) => fetch(`${stack.urls[service]}/metrics`).then((response) => response.text()));
  return (await Promise.allSettled(texts)).flatMap((text) => (text.status === 'fulfilled' ? [text.value] : []));
}
