import { type FileHandle, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { CommandError } from './settings.js';

/**
 * Replaces a file whole: a reader sees the old one or the new one, whatever dies in between; mode and owner stay. The
 * new file lies aside under a fixed name while it is made, so that of two changes at once the second is refused and
 * neither is lost.
 */
export async function replaceFile(path: string, change: (text: string) => string | Promise<string>): Promise<void> {
  const file = await realpath(path).catch(() => {
    throw new CommandError(`${path} is not there.`);
  });
  const aside = `${file}.new`;
  const handle = await openAside(aside);
  try {
    await handle.writeFile(await change(await readFile(file, 'utf8')));
    await likeOld(handle, file);
    await handle.sync();
    await rename(aside, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function openAside(aside: string): Promise<FileHandle> {
  try {
    return await open(aside, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotWrite(aside, error);
    throw new CommandError(`${aside} is there: another command is at work, or was cut off. Remove it if none is.`);
  }
}

async function likeOld(handle: FileHandle, file: string): Promise<void> {
  const [old, own] = [await stat(file), await handle.stat()];
  if (old.uid !== own.uid || old.gid !== own.gid) {
    await handle.chown(old.uid, old.gid).catch((error: unknown) => {
      throw cannotWrite(file, error);
    });
  }
  await handle.chmod(old.mode & 0o777);
}

const cannotWrite = (file: string, error: unknown): CommandError =>
  new CommandError(`${file} cannot be written with its owner: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`);

/** A revocation that was reported must be there after a power cut too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
