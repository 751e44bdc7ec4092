import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { type Connected } from '#libs/contracts';

import { kafkaHome, kafkaJars } from './jars.js';
import { LocalKafkaError } from './local-kafka-error.js';
import { brokerIsReady } from './probe.js';
import { projectRoot } from './project-root.js';
import { keepPasswords, operatorIsGranted, type Passwords, scramArguments } from './secured.js';

export interface LocalKafka {
  readonly brokers: string;
  /** The broker's log and its configuration lie here, the data below it. */
  readonly dataDir: string;
  /** Where the principals' passwords lie, a file each; null for a broker that asks for no login. */
  readonly passwordsDir: string | null;
  /** Resolves when the JVM ends, whoever ended it. */
  readonly ended: Promise<void>;
  /** Ends the JVM in order, and by force after 30 s. */
  stop(): Promise<void>;
}

export interface LocalKafkaOptions {
  /** Default 9092; 0 is any free one. */
  readonly port?: number;
  /** Default: `data` in KAFKA_HOME_DIR. What is there is used further. */
  readonly dataDir?: string;
  /**
   * Turns logins and the authoriser on, with a principal for each of these, the services and the operator. The first
   * start on a data folder makes them; with another list it needs another folder.
   */
  readonly secured?: Connected | undefined;
  /** Ends the JVM at whatever stage it is. */
  readonly signal?: AbortSignal;
}

const patienceMs = 120_000;
const assets = (name: string): string => join(projectRoot(), 'deploy', 'kafka', 'local', name);

/**
 * One Apache Kafka node (KRaft) on 127.0.0.1, ready for clients when the promise resolves.
 *
 * @throws LocalKafkaError with a code
 */
export async function startLocalKafka(options: LocalKafkaOptions = {}): Promise<LocalKafka> {
  const dataDir = resolve(options.dataDir ?? join(kafkaHome(), 'data'));
  const port = await availablePort(options.port ?? 9092);
  const classPath = join(kafkaJars(), '*');
  const passwords = options.secured ? keepPasswords(join(dataDir, 'passwords'), options.secured) : null;
  const properties = await configure(dataDir, port, passwords);
  formatOnce(dataDir, classPath, properties, passwords);
  const jvm = launch(dataDir, classPath, properties);
  const ended = once(jvm, 'exit').then(() => undefined);
  options.signal?.addEventListener('abort', () => void stop(jvm, ended));
  const brokers = `127.0.0.1:${port}`;
  await ready(jvm, dataDir, () => (passwords ? operatorIsGranted(brokers, passwords) : brokerIsReady(port)));
  return { brokers, dataDir, passwordsDir: passwords?.dir ?? null, ended, stop: () => stop(jvm, ended) };
}

async function configure(dataDir: string, port: number, passwords: Passwords | null): Promise<string> {
  const values: Record<string, string> = {
    port: String(port),
    controllerPort: String(await availablePort(0)),
    dataDir: join(dataDir, 'log'),
    adminPassword: passwords?.admin ?? '',
  };
  const file = join(dataDir, 'server.properties');
  mkdirSync(dataDir, { recursive: true });
  const parts = passwords ? ['server.properties', 'secured.properties'] : ['server.properties'];
  const text = parts.map((name) => readFileSync(assets(name), 'utf8')).join('\n');
  const filled = text.replace(/^[^#].*$/gm, (line) =>
    line.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  );
  writeFileSync(file, filled, { mode: 0o600 });
  return file;
}

function formatOnce(dataDir: string, classPath: string, properties: string, passwords: Passwords | null): void {
  if (existsSync(join(dataDir, 'log', 'meta.properties'))) return;
  const id = randomBytes(16);
  id[0] = (id[0] ?? 0) & 0x7f; // an id that begins with a hyphen would be taken for an option
  const args = [
    ...jvmOptions(classPath),
    'kafka.tools.StorageTool',
    'format',
    '-t',
    id.toString('base64url'),
    '-c',
    properties,
    ...(passwords ? scramArguments(passwords) : []),
  ];
  const { status, stderr } = spawnSync('java', args, { encoding: 'utf8' });
  if (status !== 0)
    throw new LocalKafkaError(
      'format_failed',
      `Kafka's storage tool could not format ${dataDir}: ${stderr.trim().split('\n').at(-1)}`,
    );
}

function launch(dataDir: string, classPath: string, properties: string): ChildProcess {
  const log = openSync(join(dataDir, 'kafka.log'), 'a');
  return spawn('java', [...jvmOptions(classPath), 'kafka.Kafka', properties], { stdio: ['ignore', log, log] });
}

/** Small, and quick to start rather than fast for ever. */
const jvmOptions = (classPath: string): string[] => [
  '-Xmx512m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  `-Dlog4j2.configurationFile=${assets('log4j2.properties')}`,
  '-cp',
  classPath,
];

async function ready(jvm: ChildProcess, dataDir: string, isReady: () => Promise<boolean>): Promise<void> {
  const log = join(dataDir, 'kafka.log');
  const deadline = Date.now() + patienceMs;
  while (!(await isReady())) {
    if (jvm.exitCode !== null) throw new LocalKafkaError('exited', `Apache Kafka ended while it started: see ${log}.`);
    if (Date.now() > deadline) {
      jvm.kill('SIGKILL');
      throw new LocalKafkaError('not_ready', `Apache Kafka was not ready within ${patienceMs / 1000} s: see ${log}.`);
    }
    await pause(100);
  }
}

async function stop(jvm: ChildProcess, ended: Promise<void>): Promise<void> {
  if (jvm.exitCode !== null || jvm.signalCode !== null) return;
  jvm.kill('SIGTERM');
  const force = setTimeout(() => jvm.kill('SIGKILL'), 30_000);
  await ended;
  clearTimeout(force);
}

export function availablePort(wanted: number): Promise<number> {
  return new Promise((found, reject) => {
    const server = createServer();
    server.once('error', () =>
      reject(new LocalKafkaError('port_taken', `Port ${wanted} of 127.0.0.1 is taken: choose another with --port.`)),
    );
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });
}
