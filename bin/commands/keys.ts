import { type Command } from 'commander';

import { createKeyFiles } from '../key-files.js';
import { print } from '../settings.js';
import { addRotation } from './rotation.js';

interface KeyOptions {
  readonly signingKey: string;
  readonly keySet: string;
  readonly masterKeys: string;
}

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('the keys of an installation, and their rotation');
  keys
    .command('create')
    .description('make what is missing; a file that is there stays as it is')
    .requiredOption('--signing-key <file>', "validation's private key, mode 0600")
    .requiredOption('--key-set <file>', 'the public keys, for delivery and everyone who verifies')
    .requiredOption('--master-keys <file>', "the ledger's master keys, mode 0600")
    .action(create);
  addRotation(keys);
}

async function create({ signingKey, keySet, masterKeys }: KeyOptions): Promise<void> {
  await createKeyFiles({ signingKeyFile: signingKey, keySetFile: keySet, masterKeysFile: masterKeys });
  for (const file of [signingKey, keySet, masterKeys]) print(file);
}
