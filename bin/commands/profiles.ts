import { type Command } from 'commander';

import { configurationFile, readConfigurationFile } from '../configuration-file.js';
import { matrixOf } from '../profiles/matrix.js';
import { matrixTable } from '../profiles/matrix-table.js';
import { print } from '../settings.js';
import { addProbe } from './probe.js';

interface MatrixOptions {
  readonly configuration?: string;
  readonly json?: boolean;
}

export function addProfiles(program: Command): void {
  const profiles = program
    .command('profiles')
    .description('the capability matrix: what each model profile declares, and what its probe saw')
    .option('--configuration <file>', 'default: CONFIGURATION_FILE, else that of the local stack')
    .option('--json', 'one JSON array')
    .action(show);
  addProbe(profiles);
}

function show({ configuration, json }: MatrixOptions): void {
  const rows = matrixOf(readConfigurationFile(configurationFile(configuration)), new Date());
  if (json) return print(JSON.stringify(rows, null, 2));
  if (rows.length === 0) return print('No profile asks a model.');
  for (const line of matrixTable(rows)) print(line);
}
