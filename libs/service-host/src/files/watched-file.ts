import { stat } from 'node:fs/promises';

/**
 * What a file says, read again when the file changes. What cannot be read never takes the place of what could: the
 * last good value stays.
 */
export class WatchedFile<T> {
  private constructor(
    private readonly path: string,
    private readonly read: (path: string) => Promise<T>,
    private value: T,
    private version: string | undefined,
  ) {}

  /** @throws what `read` throws */
  static async open<T>(path: string, read: (path: string) => Promise<T>): Promise<WatchedFile<T>> {
    const version = await versionOf(path);
    return new WatchedFile(path, read, await read(path), version);
  }

  current(): T {
    return this.value;
  }

  /**
   * Reads the file where it is not the one that was read last; the version is taken first, so that a change in between
   * is read the next time. @throws what `read` throws, each time until the file is good again
   */
  async refresh(): Promise<void> {
    const version = await versionOf(this.path);
    if (version !== undefined && version === this.version) return;
    this.value = await this.read(this.path);
    this.version = version;
  }
}

/** undefined for a file that is not there, which `read` says in its own words. */
async function versionOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && `${found.ino}:${found.size}:${found.mtimeMs}:${found.mode}`;
}
