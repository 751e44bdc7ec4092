import { join } from 'node:path';

import { connectedTo, operatorPrincipal, type Service, services } from '#libs/contracts';
import { ensureServiceRoles, startEmbeddedPostgres } from '#libs/embedded-postgres';

import { applyTopics } from '../../bin/apply-topics.js';
import { startBroker, untilBrokerIsUp } from './broker-process.js';
import { type StackProcess } from './child-process.js';
import { type Configure, prepareDataFolder, type StackFiles } from './data-folder.js';
import { loginsIn } from './logins.js';
import { claimPort } from './ports.js';
import { type ServicePlan, startService, untilServiceIsReady } from './service-process.js';
import { readStackConfiguration, secretVariables } from './stack-configuration.js';
import { portVariable, type StackSettings } from './stack-settings.js';

/** The whole house on one machine, each service in its own process. */
export interface Stack {
  readonly brokers: readonly string[];
  readonly files: StackFiles;
  readonly urls: Readonly<Record<Service, string>>;
  /** What a service is started with, for a further instance of it. */
  plan(service: Service): ServicePlan;
  /** The process of a service, as it is now. */
  process(service: Service): StackProcess;
  /** The embedded broker's process; null where another broker is used. */
  readonly broker: StackProcess | null;
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
  /** Gives up the start; what runs by then is stopped. */
  readonly signal?: AbortSignal;
  /** More settings for single services, by name. */
  readonly env?: Partial<Record<Service, Readonly<Record<string, string>>>>;
}

/** What has been started so far, in order; stopped in the reverse order. */
interface Started {
  readonly options: StackOptions;
  readonly say: (line: string) => void;
  readonly stops: (() => Promise<void>)[];
}

/** @throws StackError with a sentence for the person at the terminal; nothing is left running then. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const started: Started = { options, say: options.say ?? (() => undefined), stops: [] };
  const stop = once(async () => {
    for (const stopOne of started.stops.reverse()) await stopOne().catch(() => undefined);
  });
  try {
    return await start(started, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(started: Started, stop: () => Promise<void>): Promise<Stack> {
  const { options, say } = started;
  const { settings, signal } = options;
  const ports = await claimPorts(settings);
  const prepared = await prepareDataFolder(settings.dataDir, options.configure);
  const files = { ...prepared, configurationFile: settings.configurationFile ?? prepared.configurationFile };
  const configuration = await readStackConfiguration(files.configurationFile);
  say(`data folder ${settings.dataDir}`);

  const { brokers, broker } = await brokersOf(started, files);
  signal?.throwIfAborted();
  const databases = await databasesOf(started, files);
  signal?.throwIfAborted();
  const logins = loginsIn(settings.kafka);
  const operator = { brokers, clientId: operatorPrincipal, createTopics: false, login: logins?.of(operatorPrincipal) };
  const { acls } = await applyTopics(operator, connectedTo(configuration));
  say(acls === null ? 'topics made' : 'topics and access rules made');

  const urls = Object.fromEntries(services.map((name) => [name, `http://127.0.0.1:${ports[name]}`])) as Stack['urls'];
  const plan = (service: Service): ServicePlan => ({
    port: ports[service],
    urls,
    brokers,
    databaseUrl: databases[service] ?? '',
    files,
    secrets: secretVariables(configuration),
    env: { ...logins?.variablesOf(service), ...options.env?.[service] },
  });
  const processes = new Map<Service, StackProcess>();
  started.stops.push(async () => {
    for (const service of services) await processes.get(service)?.stop();
  });
  const launch = async (service: Service): Promise<void> => {
    const child = startService(service, plan(service));
    processes.set(service, child);
    await untilServiceIsReady(child, ports[service], signal);
  };
  await Promise.all(services.map(launch));
  say('five services ready');

  const processOf = (service: Service): StackProcess => {
    const found = processes.get(service);
    if (!found) throw new Error(`${service} was never started`);
    return found;
  };
  return { brokers, broker, files, urls, plan, process: processOf, restart: launch, stop };
}

async function claimPorts(settings: StackSettings): Promise<Record<Service, number>> {
  const entries: [Service, number][] = [];
  for (const service of services) {
    entries.push([service, await claimPort(settings.httpPorts[service], service, portVariable(service))]);
  }
  return Object.fromEntries(entries) as Record<Service, number>;
}

async function brokersOf(
  { options, say, stops }: Started,
  files: StackFiles,
): Promise<Pick<Stack, 'brokers' | 'broker'>> {
  const { kafka } = options.settings;
  if ('brokers' in kafka) {
    say(`Kafka at ${kafka.brokers.join(', ')}`);
    return { brokers: kafka.brokers, broker: null };
  }
  const port = await claimPort(kafka.port, 'the embedded Kafka broker', 'KAFKA_PORT');
  const broker = startBroker({ dataDir: files.brokerDir, port, logFile: join(files.logDir, 'kafka.log') });
  stops.push(() => broker.stop());
  await untilBrokerIsUp(broker, port, options.signal);
  say(`embedded Kafka broker on 127.0.0.1:${port} (for trying out and tests, never for production)`);
  return { brokers: [`127.0.0.1:${port}`], broker };
}

async function databasesOf({ options, say, stops }: Started, files: StackFiles): Promise<Record<string, string>> {
  let adminUrl = options.settings.databaseUrl;
  if (adminUrl === null) {
    const database = await startEmbeddedPostgres({ dataDir: files.databaseDir });
    stops.push(() => database.stop());
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
