import { randomUUID } from 'node:crypto';
import { link, readFile, realpath, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, startOf } from './process-life.js';

/** The content of a lock file: who holds the folder. */
interface Holder {
  pid: number;
  /** When that process started, in clock ticks since boot: tells it from a later process of the same id. Empty where unknown. */
  started: string;
}

export interface FolderLock {
  release(): Promise<void>;
}

const fileName = 'broker.lock';
/** The folders that this process holds: its own id in a lock file proves nothing, since containers count from 1 each time. */
const heldHere = new Set<string>();

/**
 * Takes a folder for this process, or resolves to nothing if a living process has it. A lock that a killed process left is
 * taken over. Works on local file systems; it is no protection between machines.
 */
export async function lockFolder(folder: string): Promise<FolderLock | undefined> {
  const key = await realpath(folder);
  if (heldHere.has(key)) return undefined;
  heldHere.add(key);
  const path = join(key, fileName);
  try {
    if (await take(path)) return { release: () => release(key, path) };
  } catch (error) {
    heldHere.delete(key);
    throw error;
  }
  heldHere.delete(key);
  return undefined;
}

async function release(key: string, path: string): Promise<void> {
  await unlink(path);
  heldHere.delete(key);
}

async function take(path: string): Promise<boolean> {
  if (await create(path)) return true;
  const found = await readLock(path);
  if (found !== undefined && (await isHeld(found))) return false;
  await removeStale(path, found);
  return create(path);
}

/** Links a finished file into place, so that nobody ever reads a half-written lock. */
async function create(path: string): Promise<boolean> {
  const mine = `${path}.${randomUUID()}`;
  const holder: Holder = { pid: process.pid, started: await startOf(process.pid) };
  await writeFile(mine, JSON.stringify(holder));
  try {
    await link(mine, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await unlink(mine);
  }
}

/** Moves the stale lock away; if another process was quicker and this is its new lock, it is put back. */
async function removeStale(path: string, stale: string | undefined): Promise<void> {
  const away = `${path}.${randomUUID()}`;
  try {
    await rename(path, away);
  } catch {
    return;
  }
  if ((await readLock(away)) !== stale) await link(away, path).catch(() => undefined);
  await unlink(away);
}

async function readLock(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

async function isHeld(content: string): Promise<boolean> {
  const holder = parse(content);
  if (!holder || holder.pid === process.pid || !isAlive(holder.pid)) return false;
  const started = await startOf(holder.pid);
  return holder.started === '' || started === '' || holder.started === started;
}

function parse(content: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(content) as Partial<Holder>;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}
