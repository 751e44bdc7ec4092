import { resolve } from 'node:path';

import { type Service, services } from '#libs/contracts';

/** Where the local stack puts itself. A port of 0 takes any free one. */
export interface StackSettings {
  /** Absolute. Broker log, database, keys, configuration, service logs. */
  readonly dataDir: string;
  /** Brokers that run already, with the folder of the principals' passwords where they ask for logins; or the port for the embedded one. */
  readonly kafka:
    { readonly brokers: readonly string[]; readonly passwordsDir?: string | undefined } | { readonly port: number };
  /** A superuser's URL of a PostgreSQL that runs already, or null for the embedded one. */
  readonly databaseUrl: string | null;
  readonly httpPorts: Readonly<Record<Service, number>>;
  /** A configuration file of the operator's own, or null for the one in the data folder. */
  readonly configurationFile: string | null;
}

/** A sentence for the person at the terminal; nothing was started, or everything was stopped again. */
export class StackError extends Error {}

export const defaultPorts: Readonly<Record<Service, number>> = {
  generation: 3001,
  validation: 3002,
  jury: 3003,
  ledger: 3004,
  delivery: 3005,
};

export function readStackSettings(env: NodeJS.ProcessEnv): StackSettings {
  const brokers = env['KAFKA_BROKERS'];
  return {
    dataDir: resolve(env['IMPRIMATUR_DATA_DIR'] ?? '.imprimatur'),
    kafka: brokers
      ? { brokers: brokers.split(','), passwordsDir: env['KAFKA_PASSWORDS_DIR'] && resolve(env['KAFKA_PASSWORDS_DIR']) }
      : { port: port(env, 'KAFKA_PORT', 9092) },
    databaseUrl: env['DATABASE_URL'] || null,
    httpPorts: portsOf((service) => port(env, portVariable(service), defaultPorts[service])),
    configurationFile: env['CONFIGURATION_FILE'] ? resolve(env['CONFIGURATION_FILE']) : null,
  };
}

/** For a run of its own beside `npm start`: brokers and database of the environment, or embedded ones on free ports. */
export function brokersAndDatabase(env: NodeJS.ProcessEnv): Pick<StackSettings, 'kafka' | 'databaseUrl'> {
  const { kafka, databaseUrl } = readStackSettings(env);
  return { kafka: 'brokers' in kafka ? kafka : { port: 0 }, databaseUrl };
}

export const portVariable = (service: Service): string => `${service.toUpperCase()}_HTTP_PORT`;

export function portsOf(choose: (service: Service) => number): Record<Service, number> {
  return Object.fromEntries(services.map((service) => [service, choose(service)])) as Record<Service, number>;
}

function port(env: NodeJS.ProcessEnv, variable: string, fallback: number): number {
  const text = env[variable];
  if (text === undefined || text === '') return fallback;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new StackError(`${variable} takes a port from 0 to 65535.`);
  }
  return Number(text);
}

/** The variables of `npm start`, for the reference page. */
export const localSettings: readonly { readonly name: string; readonly takes: string; readonly fallback: string }[] = [
  { name: 'IMPRIMATUR_DATA_DIR', takes: 'a folder', fallback: '`.imprimatur`' },
  { name: 'KAFKA_BROKERS', takes: 'brokers that run already, `host:port` by commas', fallback: 'the embedded broker' },
  {
    name: 'KAFKA_PASSWORDS_DIR',
    takes: 'a folder with a password file (0600) for each principal, where those brokers ask for logins',
    fallback: 'no logins',
  },
  { name: 'KAFKA_PORT', takes: 'the port of the embedded broker', fallback: '`9092`' },
  { name: 'DATABASE_URL', takes: "a superuser's URL of a PostgreSQL that runs already", fallback: 'the embedded one' },
  {
    name: 'CONFIGURATION_FILE',
    takes: 'a configuration of your own',
    fallback: '`configuration.json` in the data folder',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    takes: 'the OTLP/HTTP endpoint that the traces of every service go to',
    fallback: 'no traces',
  },
  ...services.map((service) => ({
    name: portVariable(service),
    takes: `the port of ${service}`,
    fallback: `\`${defaultPorts[service]}\``,
  })),
];

/** The variables of the command, the examples and `npm run kafka`, for the reference page. */
export const commandSettings: typeof localSettings = [
  { name: 'IMPRIMATUR_URL', takes: "delivery's address", fallback: '`http://127.0.0.1:3005`' },
  { name: 'IMPRIMATUR_TOKEN', takes: 'a bearer token', fallback: 'the local one of the data folder' },
  { name: 'IMPRIMATUR_DATA_DIR', takes: 'a folder', fallback: '`.imprimatur`' },
  { name: 'KAFKA_BROKERS', takes: 'brokers, `host:port` by commas', fallback: '`127.0.0.1:9092`' },
  { name: 'KAFKA_SASL_USERNAME', takes: 'the principal at the broker', fallback: 'no login' },
  {
    name: 'KAFKA_SASL_PASSWORD_FILE',
    takes: "the file with the principal's password, mode 0600",
    fallback: 'no login',
  },
  { name: 'KAFKA_TLS_CA_FILE', takes: 'the certificates (PEM) of the authority; turns TLS on', fallback: 'plain' },
  { name: 'JWKS_URL', takes: 'where examples/bot.mjs finds the public keys', fallback: "delivery's" },
  { name: 'KAFKA_HOME_DIR', takes: 'where `npm run kafka` keeps the jars', fallback: '`.kafka`' },
];
