import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type KafkaSettings } from '#libs/event-flow';
import { type Outbound, outboundTo } from '#libs/model-client';
import { brokerConnection, type BrokerSettings } from '#libs/service-host';

/** A sentence for the person at the terminal; exit code 1. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}

export interface CommandSettings {
  /** Delivery's address. */
  readonly url: string;
  readonly broker: BrokerSettings;
  readonly dataDir: string;
}

/** `IMPRIMATUR_URL`, `KAFKA_*` and `IMPRIMATUR_DATA_DIR`, with the defaults of `npm start`. */
export function readCommandSettings(): CommandSettings {
  return {
    url: (process.env['IMPRIMATUR_URL'] ?? 'http://127.0.0.1:3005').replace(/\/$/, ''),
    broker: {
      KAFKA_BROKERS: (process.env['KAFKA_BROKERS'] || '127.0.0.1:9092').split(','),
      KAFKA_SASL_USERNAME: process.env['KAFKA_SASL_USERNAME'] || undefined,
      KAFKA_SASL_PASSWORD_FILE: process.env['KAFKA_SASL_PASSWORD_FILE'] || undefined,
      KAFKA_TLS_CA_FILE: process.env['KAFKA_TLS_CA_FILE'] || undefined,
    },
    dataDir: resolve(process.env['IMPRIMATUR_DATA_DIR'] ?? '.imprimatur'),
  };
}

/** How the command reaches the broker. @throws StartError where the login or the certificates cannot be read */
export async function commandKafka(name: string, { broker }: CommandSettings): Promise<KafkaSettings> {
  return { ...(await brokerConnection(broker)), clientId: `imprimatur-${name}`, createTopics: false };
}

/**
 * The hosts that the command may call: those of generation's `OUTBOUND_HOSTS`, and this machine, where whoever types the
 * command is at home.
 */
export function commandOutbound(): Outbound {
  const hosts = (process.env['OUTBOUND_HOSTS'] ?? '').split(',').filter((host) => host !== '');
  return outboundTo({ hosts, loopback: true });
}

/** `IMPRIMATUR_TOKEN`, or the local token of the data folder. */
export function readToken(settings: CommandSettings): string {
  const given = process.env['IMPRIMATUR_TOKEN'];
  if (given) return given;
  const file = join(settings.dataDir, 'keys', 'local-token.json');
  if (!existsSync(file))
    throw new CommandError('No token: set IMPRIMATUR_TOKEN, or start the local stack with npm start.');
  return (JSON.parse(readFileSync(file, 'utf8')) as { token: string }).token;
}

/** What came from elsewhere may hold escape sequences; a terminal gets none of them. */
export const printable = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD');

export const print = (line: string): void => void process.stdout.write(`${printable(line)}\n`);
