import { type DataSource } from 'typeorm';

import { readSecretFile, StartError } from '#libs/service-host';

import { type MasterKeys, readMasterKeys } from './adapters/crypto/master-keys.js';
import { confirmMasterKeys } from './adapters/postgres/confirm-master-keys.js';
import { RecordError } from './domain/record-code.js';

/**
 * The master keys of the file, held against those that the database was written with.
 * @throws StartError in one sentence, with the code and the key's id where the file is the wrong one
 */
export async function loadMasterKeys(path: string, dataSource: DataSource): Promise<MasterKeys> {
  const read = readMasterKeys(parse(path, await readSecretFile(path)));
  if (!read.ok) {
    throw new StartError(`The master keys file ${path} is not right: ${read.failure.pointer} ${read.failure.says}.`);
  }
  try {
    await confirmMasterKeys(dataSource, read.value);
  } catch (error) {
    if (error instanceof RecordError) {
      throw new StartError(`The master keys file ${path} does not fit the database: ${error.message}.`);
    }
    throw error;
  }
  return read.value;
}

function parse(path: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new StartError(`The master keys file ${path} is not JSON.`);
  }
}
