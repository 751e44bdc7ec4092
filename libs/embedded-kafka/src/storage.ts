import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder, type FolderLock } from './data-folder/folder-lock.js';
import { DamagedJournal, Journal } from './journal/journal.js';
import { DamagedLog } from './log/recovery.js';
import { BrokerStartError } from './options.js';
import { TopicCatalogue } from './topics/topic-catalogue.js';

export interface Storage {
  clusterId: string;
  journal: Journal;
  topics: TopicCatalogue;
  close(): Promise<void>;
}

/** Locks and opens a data folder. @throws BrokerStartError `data_dir.locked` or `data_dir.unreadable`. */
export async function openStorage(dataDir: string, fsync: boolean, log: (line: string) => void): Promise<Storage> {
  const lock = await readable(dataDir, async () => {
    await mkdir(dataDir, { recursive: true });
    return lockFolder(dataDir);
  });
  if (!lock) throw new BrokerStartError('data_dir.locked', `Another broker is using the data folder ${dataDir}.`);
  try {
    return await readable(dataDir, () => openLocked(dataDir, fsync, log, lock));
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openLocked(
  dataDir: string,
  fsync: boolean,
  log: (line: string) => void,
  lock: FolderLock,
): Promise<Storage> {
  const journal = await Journal.open(join(dataDir, 'metadata.journal'), fsync);
  const surroundings = { folder: join(dataDir, 'topics'), journal, fsync, log };
  const topics = await TopicCatalogue.open(surroundings).catch(async (error: unknown) => {
    await journal.close();
    throw error;
  });
  const close = async () => {
    await topics.close();
    await journal.close();
    await lock.release();
  };
  return { clusterId: await clusterIdOf(journal), journal, topics, close };
}

async function clusterIdOf(journal: Journal): Promise<string> {
  const id = journal.image.clusterId ?? randomBytes(16).toString('base64url');
  if (journal.image.clusterId === undefined) await journal.append([{ kind: 'cluster', id }]);
  return id;
}

async function readable<R>(dataDir: string, task: () => Promise<R>): Promise<R> {
  try {
    return await task();
  } catch (error) {
    const damaged = error instanceof DamagedLog || error instanceof DamagedJournal;
    const reason = damaged ? error.message : (error as NodeJS.ErrnoException).code;
    if (reason === undefined) throw error;
    throw new BrokerStartError('data_dir.unreadable', `The data folder ${dataDir} cannot be used: ${reason}.`);
  }
}
