import { join } from 'node:path';

import { type Service, services } from '#libs/contracts';
import { ensureServiceRoles, startEmbeddedPostgres } from '#libs/embedded-postgres';
import { ensureTopicsOf } from './topics.js';

import { type Configure, prepareDataFolder, type StackFiles } from './data-folder.js';
import { type StackProcess } from './child-process.js';
import { claimPort } from './ports.js';
import { startBroker } from './broker-process.js';
import { startService } from './service-process.js';
import { portVariable, type StackSettings } from './stack-settings.js';

/** The whole house on one machine, each service in its own process. */
export interface Stack {
  readonly brokers: readonly string[];
  readonly files: StackFiles;
  readonly urls: Readonly<Record<Service, string>>;
  /** What each service finds in its DATABASE_URL. */
  readonly databaseUrls: Readonly<Record<Service, string>>;
  /** The process of a service, as it is now. */
  process(service: Service): StackProcess;
  /** Starts a service that was stopped or killed, on the same port; resolves when it is ready. */
  restart(service: Service): Promise<void>;
  /** Ends everything in the order in which work flows out. Safe to call twice. */
  stop(): Promise<void>;
}

export interface StackOptions {
  readonly settings: StackSettings;
  readonly configure?: Configure;
  /** One line for each step. */
  readonly say?: (line: string) => void;
  /** More settings for single services, by name. */
  readonly env?: Partial<Record<Service, Readonly<Record<string, string>>>>;
}

export async function startStack(options: StackOptions): Promise<Stack> {
  const releases: (() => Promise<void>)[] = [];
  const stop = once(async () => {
    for (const release of releases.reverse()) await release().catch(() => undefined);
  });
  try {
    return await start(options, releases, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  options: StackOptions,
  releases: (() => Promise<void>)[],
  stop: () => Promise<void>,
): Promise<Stack> {
  const { settings, say = () => undefined } = options;
  const ports = await claimPorts(settings);
  const prepared = await prepareDataFolder(settings.dataDir, options.configure);
  const files = { ...prepared, configurationFile: settings.configurationFile ?? prepared.configurationFile };
  say(`data folder ${settings.dataDir}`);

  const brokers = await brokersOf(settings, files, releases, say);
  const databases = await databasesOf(settings, files, releases, say);
  await ensureTopicsOf(brokers, files.configurationFile);
  say('topics made');

  const processes = new Map<Service, StackProcess>();
  const launch = async (service: Service): Promise<void> => {
    const started = await startService(service, {
      port: ports[service],
      brokers,
      databaseUrl: databases[service] ?? '',
      files,
      env: options.env?.[service] ?? {},
    });
    processes.set(service, started);
  };
  releases.push(async () => {
    for (const service of services) await processes.get(service)?.stop();
  });
  await Promise.all(services.map(launch));
  say('five services ready');

  const processOf = (service: Service): StackProcess => {
    const found = processes.get(service);
    if (!found) throw new Error(`${service} was never started`);
    return found;
  };
  const urls = Object.fromEntries(services.map((name) => [name, `http://127.0.0.1:${ports[name]}`]));
  return {
    brokers,
    files,
    urls: urls as Stack['urls'],
    databaseUrls: databases as Stack['databaseUrls'],
    process: processOf,
    restart: launch,
    stop,
  };
}

async function claimPorts(settings: StackSettings): Promise<Record<Service, number>> {
  const entries: [Service, number][] = [];
  for (const service of services) {
    entries.push([service, await claimPort(settings.httpPorts[service], service, portVariable(service))]);
  }
  return Object.fromEntries(entries) as Record<Service, number>;
}

async function brokersOf(
  settings: StackSettings,
  files: StackFiles,
  releases: (() => Promise<void>)[],
  say: (line: string) => void,
): Promise<readonly string[]> {
  if ('brokers' in settings.kafka) {
    say(`Kafka at ${settings.kafka.brokers.join(', ')}`);
    return settings.kafka.brokers;
  }
  const port = await claimPort(settings.kafka.port, 'the embedded Kafka broker', 'KAFKA_PORT');
  const broker = await startBroker({ dataDir: files.brokerDir, port, logFile: join(files.logDir, 'kafka.log') });
  releases.push(() => broker.stop());
  say(`embedded Kafka broker on 127.0.0.1:${port} (for trying out and tests, never for production)`);
  return [`127.0.0.1:${port}`];
}

async function databasesOf(
  settings: StackSettings,
  files: StackFiles,
  releases: (() => Promise<void>)[],
  say: (line: string) => void,
): Promise<Record<string, string>> {
  let adminUrl = settings.databaseUrl;
  if (adminUrl === null) {
    const database = await startEmbeddedPostgres({ dataDir: files.databaseDir });
    releases.push(() => database.stop());
    adminUrl = database.adminUrl;
    say(`embedded PostgreSQL on ${database.host}:${database.port}, data in ${database.dataDir}`);
  } else {
    say('PostgreSQL of DATABASE_URL');
  }
  return ensureServiceRoles(adminUrl, services, files.databasePasswordsFile);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
