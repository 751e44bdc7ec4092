import { join } from 'node:path';

import { type Command } from 'commander';

import { keysIn } from '../rotation/key-files-in-use.js';
import {
  activateKey,
  publishKey,
  retireKey,
  revokeKey,
  type RotationFiles,
  signingKid,
  waitingKeyFile,
} from '../rotation/rotation.js';
import { keysReportedBy } from '../rotation/verifier.js';
import { print, readCommandSettings } from '../settings.js';

interface FileOptions {
  readonly signingKey?: string;
  readonly keySet?: string;
}

interface VerifierOptions extends FileOptions {
  readonly verifier?: readonly string[];
}

const verifierOption = ['--verifier <url...>', 'every instance of delivery, by its address'] as const;

/** The steps of a rotation; each refuses when it is out of order, and changes nothing then. */
export function addRotation(keys: Command): void {
  step(keys, 'publish').description('make a new key and publish its public half').action(publish);
  step(keys, 'list')
    .description('the keys of the set: id, status, what signs; and which verifiers report each')
    .option(...verifierOption)
    .action(list);
  step(keys, 'activate <kid>')
    .description('sign with a published key; refused until every verifier reports it')
    .requiredOption(...verifierOption)
    .action(activate);
  step(keys, 'retire <kid>').description('end the use of a key; what it sealed still verifies').action(retire);
  step(keys, 'revoke <kid>').description('trust a key no longer: its seals are refused at once').action(revoke);
}

const step = (keys: Command, name: string): Command =>
  keys
    .command(name)
    .option('--signing-key <file>', "validation's private key; default: of the local stack")
    .option('--key-set <file>', 'the public keys; default: of the local stack');

function filesOf({ signingKey, keySet }: FileOptions): RotationFiles {
  const local = join(readCommandSettings().dataDir, 'keys');
  return {
    signingKey: signingKey ?? join(local, 'signing-key.json'),
    keySet: keySet ?? join(local, 'key-set.json'),
  };
}

async function publish(options: FileOptions): Promise<void> {
  const files = filesOf(options);
  const kid = await publishKey(files);
  print(`${kid} published`);
  print(`its private key waits in ${waitingKeyFile(files, kid)}`);
  print(`next, when every delivery instance reports it: imprimatur keys activate ${kid} --verifier <url> ...`);
}

async function list(options: VerifierOptions): Promise<void> {
  const files = filesOf(options);
  const verifiers = options.verifier ?? [];
  const reports = await Promise.all(verifiers.map(keysReportedBy));
  const signer = await signingKid(files);
  for (const { kid, status } of await keysIn(files.keySet)) {
    const told = reports.filter((reported) => reported.has(kid)).length;
    const seen = verifiers.length > 0 ? `  reported by ${told} of ${verifiers.length}` : '';
    print(`${kid}  ${status.padEnd(9)}${seen}${kid === signer ? '  signs' : ''}`);
  }
}

async function activate(kid: string, options: VerifierOptions): Promise<void> {
  const files = filesOf(options);
  await activateKey(files, kid, options.verifier ?? []);
  print(`${kid} active: validation signs with it as soon as it has read ${files.signingKey}, within seconds`);
  print('next, when every validation instance shows it (imprimatur_validation_signing_key): keys retire <the old one>');
}

async function retire(kid: string, options: FileOptions): Promise<void> {
  await retireKey(filesOf(options), kid);
  print(`${kid} retired: what it sealed still verifies`);
}

async function revoke(kid: string, options: FileOptions): Promise<void> {
  const files = filesOf(options);
  await revokeKey(files, kid);
  print(`${kid} revoked: delivery refuses its seals as soon as it has read ${files.keySet}, within seconds`);
  if ((await signingKid(files)) !== kid) return;
  print('validation STILL SIGNS with it, and every answer is refused: publish and activate another key now');
}
