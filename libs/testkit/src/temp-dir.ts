import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TempDir {
  readonly path: string;
  /** Removes the folder with all that is in it; calling it again is harmless. */
  remove(): Promise<void>;
}

/** A new empty folder below the system's temporary folder; `prefix` tells a left-over's origin. */
export async function tempDir(prefix: string): Promise<TempDir> {
  const path = await mkdtemp(join(tmpdir(), `imprimatur-${prefix}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
