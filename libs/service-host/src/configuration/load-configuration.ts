import { readFile } from 'node:fs/promises';

import { type ConfigurationSnapshot, readConfiguration } from '#libs/contracts';

import { StartError } from '../start-error.js';

/** Reads the settings file of profiles, policies, channels and tokens. @throws StartError with the place of the fault */
export async function loadConfiguration(path: string): Promise<ConfigurationSnapshot> {
  const read = readConfiguration(parse(path, await text(path)));
  if (read.ok) return read.value;
  const { code, pointer, says } = read.failure;
  throw new StartError(`The configuration in ${path} is refused at ${pointer || 'its top'} (${code}): ${says}.`);
}

async function text(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new StartError(`The configuration file ${path} (CONFIGURATION_FILE) cannot be read.`);
  }
}

function parse(path: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new StartError(`The configuration file ${path} is not JSON.`);
  }
}
