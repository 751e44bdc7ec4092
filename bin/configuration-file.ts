import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type ConfigurationSnapshot, readConfiguration } from '#libs/contracts';

import { CommandError, readCommandSettings } from './settings.js';

/** The file that the option names, else CONFIGURATION_FILE, else that of the local stack. */
export function configurationFile(named: string | undefined): string {
  const { dataDir } = readCommandSettings();
  return named ?? (process.env['CONFIGURATION_FILE'] || join(dataDir, 'configuration.json'));
}

export function readConfigurationFile(file: string): ConfigurationSnapshot {
  if (!existsSync(file)) throw new CommandError(`${file} is not there: name the configuration with --configuration.`);
  return configurationIn(file, readFileSync(file, 'utf8'));
}

/** @throws CommandError with the place of the fault */
export function configurationIn(file: string, text: string): ConfigurationSnapshot {
  const read = readConfiguration(parsed(file, text));
  if (!read.ok) throw new CommandError(`${file}: ${read.failure.pointer || '/'} ${read.failure.says}`);
  return read.value;
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${file} is not JSON.`);
  }
}
