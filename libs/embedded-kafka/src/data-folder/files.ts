import { open, rename, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes all of `data` at `position`; a plain `write` may stop short. */
export async function writeFully(file: FileHandle, data: Buffer, position: number): Promise<void> {
  for (let done = 0; done < data.length;) {
    const { bytesWritten } = await file.write(data, done, data.length - done, position + done);
    done += bytesWritten;
  }
}

/** Reads up to `length` bytes at `position`; fewer only where the file ends. */
export async function readFully(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}

/** Makes new and removed names in a folder durable: without it a crash may forget a file whose content was synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Puts `data` in place of the file at `path`, whole or not at all, also across a power cut. */
export async function replaceFile(path: string, data: Buffer): Promise<void> {
  const next = `${path}.next`;
  const file = await open(next, 'w');
  try {
    await writeFully(file, data, 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
  await syncFolder(dirname(path));
}
