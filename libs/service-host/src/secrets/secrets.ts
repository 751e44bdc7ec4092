import { readFile, stat } from 'node:fs/promises';

import { type SecretRef } from '#libs/contracts';
import { fail, ok, type Result } from '#libs/kernel';

import { type Environment } from '../settings/read-settings.js';
import { StartError } from '../start-error.js';

/** Why a secret cannot be used; `says` names its place and never its value. */
export interface SecretProblem {
  readonly code: 'secret.missing' | 'secret.exposed';
  readonly says: string;
}

type Secret = Result<string, SecretProblem>;

/** Reads the secret that a configuration names: a variable of the environment, or a file that only its owner can read. */
export async function resolveSecret(ref: SecretRef, environment: Environment): Promise<Secret> {
  if (ref.from === 'file') return secretFile(ref.path);
  const value = environment[ref.variable];
  if (value) return ok(value);
  return fail({
    code: 'secret.missing',
    says: `The variable ${ref.variable}, which the configuration names, is not set`,
  });
}

/**
 * The text of a secret file, without the line break at its end.
 * @throws StartError where the file is not there, empty, or open to others than its owner
 */
export async function readSecretFile(path: string): Promise<string> {
  const secret = await secretFile(path);
  if (secret.ok) return secret.value;
  throw new StartError(`${secret.failure.says}.`);
}

async function secretFile(path: string): Promise<Secret> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) return fail({ code: 'secret.exposed', says: exposed(path, mode) });
    const text = (await readFile(path, 'utf8')).trimEnd();
    return text === '' ? fail({ code: 'secret.missing', says: `The secret file ${path} is empty` }) : ok(text);
  } catch {
    return fail({ code: 'secret.missing', says: `The secret file ${path} cannot be read` });
  }
}

function exposed(path: string, mode: number): string {
  const octal = (mode & 0o777).toString(8).padStart(4, '0');
  return `The secret file ${path} has mode ${octal}: others than its owner may read it, and it must be 0600`;
}
