import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

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
  readonly brokers: readonly string[];
  readonly dataDir: string;
}

/** `IMPRIMATUR_URL`, `KAFKA_BROKERS` and `IMPRIMATUR_DATA_DIR`, with the defaults of `npm start`. */
export function readCommandSettings(): CommandSettings {
  return {
    url: (process.env['IMPRIMATUR_URL'] ?? 'http://127.0.0.1:3005').replace(/\/$/, ''),
    brokers: (process.env['KAFKA_BROKERS'] ?? '127.0.0.1:9092').split(','),
    dataDir: resolve(process.env['IMPRIMATUR_DATA_DIR'] ?? '.imprimatur'),
  };
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
