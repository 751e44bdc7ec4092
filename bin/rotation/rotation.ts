import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { generateSigningKey, type PublicJwk } from '#libs/seal';

import { newId, writeSecret } from '../key-files.js';
import { replaceFile } from '../replace-file.js';
import { CommandError } from '../settings.js';
import { changeKeys, keysIn, privateKeyIn } from './key-files-in-use.js';
import { type KeyStep, stepped } from './step.js';
import { assertAllReport } from './verifier.js';

/** The files of a rotation. */
export interface RotationFiles {
  /** Delivery's KEY_SET_FILE. */
  readonly keySet: string;
  /** Validation's SIGNING_KEY_FILE. */
  readonly signingKey: string;
}

/** Where a new private key waits for its turn: beside the one in use. */
export const waitingKeyFile = ({ signingKey }: RotationFiles, kid: string): string =>
  join(dirname(signingKey), `signing-key.${kid}.json`);

/** Makes a key pair: the public half joins the set as `published`, the private one waits. Gives the new id. */
export async function publishKey(files: RotationFiles): Promise<string> {
  const { privateJwk, publicJwk } = await generateSigningKey(newId());
  const waiting = waitingKeyFile(files, publicJwk.kid);
  await writeSecret(waiting, privateJwk);
  try {
    await changeKeys(files.keySet, (keys) => [...keys, publicJwk]);
  } catch (error) {
    await rm(waiting, { force: true });
    throw error;
  }
  return publicJwk.kid;
}

/**
 * Makes validation sign with a published key that every verifier reports. Cut off in between, it can be done again: the
 * waiting private key goes last.
 */
export async function activateKey(files: RotationFiles, kid: string, verifiers: readonly string[]): Promise<void> {
  const key = await keyToStep(files, kid, 'activate');
  const waiting = waitingKeyFile(files, kid);
  const { x } = await privateKeyIn(waiting);
  if (x !== key.x) throw new CommandError(`${waiting} is not the private half of the published key ${kid}.`);
  await assertAllReport(verifiers, key);
  await replaceFile(files.signingKey, () => readFile(waiting, 'utf8'));
  await changeKeys(files.keySet, (keys) => after(keys, kid, 'activate'));
  await rm(waiting);
}

/** Ends the use of a key for signing; what it sealed still verifies. */
export async function retireKey(files: RotationFiles, kid: string): Promise<void> {
  if ((await privateKeyIn(files.signingKey)).kid === kid)
    throw new CommandError(`Validation signs with the key ${kid}: activate another first.`);
  await changeKeys(files.keySet, (keys) => after(keys, kid, 'retire'));
}

/** Takes the trust from a key, whatever it is used for. Its private half goes if it still waits. */
export async function revokeKey(files: RotationFiles, kid: string): Promise<void> {
  await changeKeys(files.keySet, (keys) => after(keys, kid, 'revoke'));
  await rm(waitingKeyFile(files, kid), { force: true });
}

/** The id of the key that validation signs with; undefined where its file is not at hand. */
export const signingKid = ({ signingKey }: RotationFiles): Promise<string | undefined> =>
  privateKeyIn(signingKey).then(
    ({ kid }) => kid,
    () => undefined,
  );

async function keyToStep({ keySet }: RotationFiles, kid: string, step: KeyStep): Promise<PublicJwk> {
  const keys = await keysIn(keySet);
  after(keys, kid, step);
  return keys.find((key) => key.kid === kid)!;
}

function after(keys: readonly PublicJwk[], kid: string, step: KeyStep): readonly PublicJwk[] {
  const result = stepped(keys, kid, step);
  if (!result.ok) throw new CommandError(result.failure);
  return result.value;
}
