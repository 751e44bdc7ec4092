import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { type House } from './house.js';

export interface Ran {
  readonly code: number | null;
  /** Standard output and error, as they came. */
  readonly out: string;
}

/** Runs the command against a house, with its local token unless `env` names another. */
export function runCommand(house: House, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const own = {
    IMPRIMATUR_URL: house.stack.urls.delivery,
    IMPRIMATUR_TOKEN: house.stack.files.token,
    KAFKA_BROKERS: house.stack.brokers.join(','),
    IMPRIMATUR_DATA_DIR: join(house.stack.files.logDir, '..'),
  };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['bin/imprimatur.mjs', ...args], { env: { ...process.env, ...own, ...env } });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.once('exit', (code) => resolve({ code, out }));
  });
}
