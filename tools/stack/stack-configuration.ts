import { readFile } from 'node:fs/promises';

import { type ConfigurationSnapshot, readConfiguration } from '#libs/contracts';

import { StackError } from './stack-settings.js';

/** The configuration that the services will read, checked before anything is started. */
export async function readStackConfiguration(file: string): Promise<ConfigurationSnapshot> {
  const read = readConfiguration(await parsed(file));
  if (!read.ok) throw new StackError(`${file}: ${read.failure.pointer || 'the document'} ${read.failure.says}.`);
  return read.value;
}

/** The environment variables that its profiles name as secrets. */
export function secretVariables({ profiles }: ConfigurationSnapshot): string[] {
  return profiles.flatMap((profile) =>
    profile.adapter !== 'extractive' && profile.secret?.from === 'environment' ? [profile.secret.variable] : [],
  );
}

async function parsed(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new StackError(`${file} cannot be read as JSON.`);
  }
}
